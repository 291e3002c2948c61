"""Common words of other languages that English talk does not use, so that a little of them tells much."""

SEVERAL = 2
"""Different ones from which they tell: one alone may be a name, a title or a greeting (`MIT`, `Lake Como`, `ciao`)."""
FOREIGN_WORDS = frozenset(
    """
    aber auch bitte danke dass das ein eine einen es für gerne guten habe haben ich ihnen ihre ist ja kann können mit
    möchte nein nicht noch oder sie sind und uns vielen von wann wie wir zu zum asseblief baie bedankt dankie deze een
    ek graag hebben het hoe hulle ik jou julle jy kunnen naar nee nie niet op uw vir voor waar wat welke wij zijn af
    att av det du ett gjerne gärna hej hei ikke ikkje inte jag jeg mig nej nei och og på som takk tack tak til vil
    vill vær är au avec bonjour c'est cette dans des je j'ai le les merci notre nous oui pas puis que qui suis sur une
    voudrais votre vous con cuando días eso está este gracias hola más muy para pero por puede puedo quiero su sí
    también tengo un una usted boa bom como dia eu isso meu minha muito não obrigada obrigado olá ou posso preciso
    quero sem seu tem uma você anche buongiorno che ciao cosa della gli grazie il mio nel perché può questo sono sì
    vorrei è acum bună ce cu din foarte mulțumesc multumesc nu pe pentru sa să sunt și si vă vreau chcę czy dla dobry
    dziękuję dzień dzięki jak jest jestem mam proszę się że ano chci dobrý děkuji jsem mám máte prosím že bir bu çok
    değil evet hayır için ile iyi lütfen merhaba mı musunuz misiniz yok istiyorum teşekkürler ei että haluaisin hyvää
    kiitos kyllä minulla minun mutta olen olisi teidän voin voitte adalah anda apa atau bapak bisa dari dengan ibu ini
    itu kami kasih ke mau saya sudah terima tidak untuk yang ako ang ito ka ko mga naman ng ninyo niyo opo salamat
    asante habari hapana katika kwa nataka ndiyo ni nina sana tafadhali yangu yako za aap aapka aur chahiye dhanyavaad
    hai hain haan hoon jee ji kar karna karo ki kya mein mera meri mujhe nahi nahin raha theek tha abeg abi comot dey
    oga sabi sef wahala wan wetin és nem hogy igen köszönöm szeretnék hvala molim nije želim và không của tôi là bạn
    được
    """.split()
)
