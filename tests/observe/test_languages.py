"""In another language, or half in one, the embedded judge says that it cannot tell, and marks nothing."""

import pytest

import baremo
from baremo.core.verdict import Scored, Unscored
from baremo.load.dialogues import load_dialogues
from baremo.observe.english import is_english
from baremo.observe.view import View
from building import SHARED, dialogue

USS = SHARED / "data" / "uss"

OTHER = {
    "German": ["S: Guten Tag, was kann ich für Sie tun?", "U: Meine Rechnung ist falsch, können Sie das bitte prüfen?"],
    "Dutch": [
        "S: Goedemorgen, waar kan ik u mee helpen?",
        "U: Mijn pakket is nog niet in huis, is het al op weg naar me?",
    ],
    "Afrikaans": [
        "S: Hallo, hoe kan ek jou help?",
        "U: My internet is af en ek is baie kwaad. Stuur asseblief vir my iemand.",
    ],
    "Swedish": ["S: Hej, vad kan jag hjälpa till med?", "U: Jag vill boka om min resa till på fredag, går det bra?"],
    "Norwegian": ["S: Hei, hva kan jeg hjelpe deg med?", "U: Jeg har ikke fått varen min. Kan du se på det for meg?"],
    "Danish": ["S: Hej, hvad kan jeg hjælpe med?", "U: Min ordre er her ikke. Kan du sende den i dag for mig, tak?"],
    "French": [
        "S: Bonjour, que puis-je faire pour vous ?",
        "U: Mon colis est en retard et on me dit non, pas de date.",
    ],
    "Spanish": ["S: Hola, ¿en qué puedo ayudarle?", "U: No me han devuelto el dinero. ¿Me lo puede mirar, por favor?"],
    "Portuguese": ["S: Olá, como posso ajudar?", "U: Eu preciso trocar a data do meu voo, mas o site não me deixa."],
    "Italian": [
        "S: Buongiorno, come posso aiutarla?",
        "U: Vorrei un rimborso: il treno era in ritardo e ho perso tutto.",
    ],
    "Romanian": ["S: Bună ziua, cu ce vă pot ajuta?", "U: Am o problemă cu factura, nu este a mea. Ce pot face?"],
    "Polish": ["S: Dzień dobry, w czym mogę pomóc?", "U: Nie mam internetu od wczoraj i to jest nie do przyjęcia."],
    "Czech": ["S: Dobrý den, jak vám mohu pomoci?", "U: Mám problém s platbou a do dneška to nikdo nevyřešil."],
    "Turkish": ["S: Merhaba, size nasıl yardımcı olabilirim?", "U: Siparişim gelmedi, ne zaman gelir? Çok bekledim."],
    "Finnish": ["S: Hei, miten voin auttaa?", "U: Lasku on väärin ja se on jo maksettu. Voitteko korjata sen?"],
    "Indonesian": ["S: Halo, ada yang bisa saya bantu?", "U: Saya mau ganti alamat, paket saya belum sampai. Bisa?"],
    "Tagalog": [
        "S: Kumusta po, ano ang maitutulong ko?",
        "U: Hindi pa po dumating ang order ko. Pwede ba itong i-cancel?",
    ],
    "Swahili": ["S: Habari, nikusaidie vipi leo?", "U: Nataka chumba cha watu wawili kwa siku mbili, tafadhali."],
    "Hindi in Latin letters": [
        "S: Namaste, main aapki kya madad kar sakta hoon?",
        "U: Mera order abhi tak nahi aaya hai, mujhe paisa wapas chahiye.",
    ],
    "Nigerian Pidgin": [
        "S: How you dey? Wetin I fit do for you today?",
        "U: Abeg, my light don go and I no sabi why. Una dey come fix am?",
        "S: No wahala, we go send person come look am by two.",
    ],
    "Hungarian": ["S: Jó napot, miben segíthetek?", "U: Nem működik a telefonom, és szeretnék egy másikat kérni."],
    "Croatian": ["S: Dobar dan, kako vam mogu pomoći?", "U: Moj račun nije točan, možete li to provjeriti? Hvala."],
    "Vietnamese": ["S: Xin chào, tôi có thể giúp gì cho bạn?", "U: Tôi muốn đổi vé, chuyến bay của tôi bị hủy."],
    "Malay": ["S: Selamat pagi, boleh saya bantu?", "U: Bil saya salah bulan lepas, tolong semak dan betulkan."],
    "Somali, of which no word is listed": [
        "S: Maalin wanaagsan, maxaan kaa caawin karaa?",
        "U: Waxaan rabaa inaan beddelo lambarka telefoonkayga maanta.",
    ],
    "Japanese": ["S: いらっしゃいませ。ご用件は何でしょうか。", "U: 予約を変更したいのですが、できますか。"],
    "Korean": ["S: 안녕하세요, 어떻게 도와드릴까요?", "U: 주문한 물건이 아직 안 왔어요. 확인해 주세요."],
    "Chinese": ["S: 您好，请问有什么可以帮您？", "U: 我的订单还没有到，可以退款吗？"],
    "Arabic": ["S: مرحبا، كيف يمكنني مساعدتك؟", "U: لم يصل طلبي بعد، أريد استرداد المبلغ."],
    "Russian": ["S: Здравствуйте, чем могу помочь?", "U: Мой заказ не пришёл, верните деньги, пожалуйста."],
    "German in two words": ["S: Hallo?", "U: Nein danke."],
    "Korean with an English word": ["S: 주문 번호를 알려 주세요.", "U: ok, 잠시만요."],
}

HALF = {
    "SYSTEM in English, USER in German": [
        "S: Hello, thanks for calling. What can I do for you today?",
        "U: Ich habe eine Frage zu meiner letzten Rechnung.",
        "S: I am sorry, could you tell me the number of your invoice please?",
        "U: Nein, die habe ich nicht mehr.",
    ],
    "SYSTEM in German, USER in English": [
        "S: Guten Tag, wie kann ich Ihnen helfen?",
        "U: Hi, I would like to change the date of my flight, is that possible?",
        "S: Ja, das ist möglich. Wann möchten Sie fliegen?",
        "U: On Friday if you can, I have to be there by noon.",
    ],
    "USER says little, and that in Spanish": [
        "S: Hello, this is the front desk. Would you like to book a room with us?",
        "U: Sí, gracias.",
        "S: Great, and how many nights will you stay here?",
        "U: Una.",
    ],
    "USER in Chinese": [
        "S: Hello, what can I do for you today? I have your order here.",
        "U: 我要退款",
        "S: I can do that for you. Is there anything else that you need?",
        "U: 没有了，谢谢",
    ],
    "USER in a language of which no word is listed": [
        "S: Good morning, how can I help you today? I have your account here in front of me.",
        "U: Waxaan rabaa inaan beddelo lambarka telefoonkayga maanta, fadlan igu caawi arrintan hadda.",
        "S: I am not sure that I understand what you want me to do with it.",
    ],
    "half in German, half in English": [
        "S: Guten Tag, was kann ich für Sie tun?",
        "U: Ich möchte bitte ein Zimmer für zwei Nächte buchen.",
        "S: Of course. Do you speak English? It would be easier for me.",
        "U: Yes, I do. I would like it to be quiet and not too expensive.",
        "S: We have a room for you on the third floor.",
        "U: That is fine, I will take it.",
    ],
    "from one to the other within a turn": [
        "S: Hola, ¿en qué puedo ayudarle hoy? Or would you like to talk in English?",
        "U: I want to cancel mi reserva porque no puedo viajar this week, por favor.",
    ],
}

ENGLISH = {
    "yes": ["S: Is this your order?", "U: yes"],
    "ok thanks": ["S: Done.", "U: ok thanks"],
    "no USER at all": ["S: Hello, is there anybody who would like some help from us today?"],
    "names": [
        "S: Could I have your name and the name of your hotel please?",
        "U: Priya Venkatesan",
        "S: And the hotel?",
        "U: Schloss Elmau, Krün",
    ],
    "codes": [
        "S: Please give me all of the codes that are on the back of your cards.",
        "U: AB12 77C1 0042 QX9 1193 55T 8080 K2 913 44 1 20B 3C",
    ],
    "a name in another alphabet": [
        "S: What is your name, and how do you write it?",
        "U: My name is 王伟, please write it like that on the ticket if you can.",
    ],
    "films from abroad": [
        "S: Have you seen La vita è bella? A lot of people think that it is one of the best.",
        "U: I liked it, but I would rather see something like Das Boot or Amélie again.",
    ],
    "a greeting from abroad": ["S: Hola! How can I help you?", "U: Hola, a table for two please"],
    "a name that is a word elsewhere": ["S: Which university did you go to, if I may ask?", "U: MIT."],
    "a place that is a word elsewhere, twice": [
        "S: Where would you like to go, and on which day shall I book it for you?",
        "U: Lake Como on Friday, 2 adults, Como town rather than the hills",
    ],
    "a goodbye from abroad": ["S: Is there anything else that I can do for you?", "U: ciao"],
    "one turn in another language": [
        "S: Hello, how may I help you with your booking today?",
        "U: I need to change my flight to next Monday, is that still possible?",
        "S: Yes, it is. There is a fee of 20 euros for that.",
        "U: Ach so, das ist aber teuer.",
        "S: I am sorry about that. Would you like me to look for another day?",
        "U: No, it is fine, please go on and change it to Monday for me.",
        "S: It is done, you will get a mail from us in a moment.",
        "U: Thank you very much for your help, that was quick.",
    ],
    "few words, again and again": ["S: hello hello hello hello hello", "U: hey hey hey hey hey hey hey hey hey"],
    "one word, again and again": [
        "S: I grow plants, plants, plants, plants, plants, plants, plants, plants, plants, plants in my garden.",
        "U: That is quite a lot of plants for one garden, I think.",
    ],
    "a curt USER": [
        "S: I found a table for two at seven, shall I book it for you?",
        "U: Sure. Great. Ok cool. Nice. Good. Perfect. Alright. Ok. Sure. Sounds good. Bye",
    ],
}


@pytest.mark.parametrize("lines", (OTHER | HALF).values(), ids=(OTHER | HALF).keys())
def test_another_language_and_half_of_one_are_left_unscored_and_why_is_said(lines: list[str]) -> None:
    verdict = baremo.judge(dialogue(*lines), barem="strict", judge="signals").verdict
    assert isinstance(verdict, Unscored)
    assert "does not look like English" in verdict.reason


@pytest.mark.parametrize("lines", ENGLISH.values(), ids=ENGLISH.keys())
def test_english_is_marked_whatever_names_codes_and_greetings_are_in_it(lines: list[str]) -> None:
    assert isinstance(baremo.judge(dialogue(*lines), barem="strict", judge="signals").verdict, Scored)


def test_emoji_alone_are_nothing_to_judge() -> None:
    verdict = baremo.judge(dialogue("S: 👋 🙂", "U: 👍👍"), barem="strict", judge="signals").verdict
    assert isinstance(verdict, Unscored)
    assert "no SYSTEM turn with a word" in verdict.reason


def test_numbers_alone_are_not_english() -> None:
    assert not is_english(View(dialogue("S: 1 2 3 4 5 6", "U: 7 8 9 10 11 12 13")))


@pytest.mark.no_cover
@pytest.mark.skipif(not USS.is_dir(), reason="the USS files are not beside the project (../shared/data/uss)")
@pytest.mark.parametrize("name", ["CCPE", "MWOZ", "ReDial", "SGD"])
def test_every_english_dialogue_of_uss_is_read(name: str) -> None:
    assert [case.id for case in load_dialogues(USS / f"{name}.txt") if not is_english(View(case))] == []
