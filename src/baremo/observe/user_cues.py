"""What USER says that observers go by. One phrase per line; `{a|b|}` stands for a, b or nothing."""

from baremo.observe.feelings import FEELINGS
from baremo.observe.phrases import Phrasebook

USER_PHRASES = Phrasebook(
    {
        "thanks": """
            thank you
            thanks
            thankyou
            {thx|ty|tysm|tyvm|thanx}
            thank u
            {i|much|really|} appreciate {it|that|your|the|you}
            much appreciated
            cheers
            {you've|you have} been {very|so|really|a|extremely|} {helpful|help|great|kind|patient}
        """,
        "acceptance": """
            {yes|yeah|yep|sure|ok|okay} {please|that's|that|thanks|i|it|book|go}
            {yes|yeah|yep|sure|ok|okay} {do|play|sounds|perfect|great|thank|let's|you}
            {that|it|this} {sounds|works|looks|seems} {really|pretty|very|so|} {good|great|perfect|fine}
            {those|they} {sounds|works|looks|seems} {really|pretty|very|so|} {good|great|perfect|fine}
            {that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {good|great|perfect|fine}
            {that|it|this} {sounds|works|looks|seems} {really|pretty|very|so|} {nice|lovely|wonderful|awesome}
            {those|they|that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {nice|lovely}
            {those|they|that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {wonderful|awesome}
            {that|it|this} {sounds|works|looks|seems} {really|pretty|very|so|} {interesting|fun}
            {that|it|this} {sounds|works|looks|seems} {really|pretty|very|so|} {like fun|amazing}
            {those|they|that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {interesting|fun}
            {those|they|that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {like fun|amazing}
            {that|it|this} {sounds|works|looks|seems} {really|pretty|very|so|} {excellent|cool|fantastic|right}
            {those|they|that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {excellent|cool}
            {those|they|that one|which} {sounds|works|looks|seems} {really|pretty|very|so|} {fantastic|right}
            {that|it|this} {works|will work|will do|would work|suits}
            sounds {really|pretty|very|} {good|great|perfect|fine|nice|lovely|awesome}
            sounds {really|pretty|very|} {interesting|like a plan|wonderful|amazing|fun|excellent|cool}
            {that's|that is|that would be} {just|absolutely|all|} {perfect|great|fine|right}
            {that's|that is|that would be} {just|absolutely|all|} {correct|wonderful|good|excellent}
            {that will be|that'd be|this is} {just|absolutely|all|} {perfect|great|fine|right}
            {that will be|that'd be|this is} {just|absolutely|all|} {correct|wonderful|good|excellent}
            {that's|that is|that would be} {just|absolutely|all|} {it|lovely|awesome|exactly}
            {that will be|that'd be|this is} {just|absolutely|all|} {it|lovely|awesome|exactly}
            {that's|that is|that would be} {just|absolutely|all|} {nice|what i needed}
            {that's|that is|that would be} {just|absolutely|all|} {what i wanted|fantastic|brilliant}
            {that will be|that'd be|this is} {just|absolutely|all|} {nice|what i needed}
            {that will be|that'd be|this is} {just|absolutely|all|} {what i wanted|fantastic|brilliant}
            perfect
            excellent
            exactly
            wonderful
            go ahead
            book it
            {please|go ahead and} {book|reserve|do|confirm}
            {i'll|i will|i'd like to|i would|let me|we'll} {take|book|go with|watch|check|try}
            {i'll|i will|i'd like to|i would|let me|we'll} {give|have to check|have to watch}
            {i'll|i will|i'd like to|i would|let me|we'll} {definitely|look|add|rent}
            {it|that|this} {worked|helps|helped|solved|fixed|is working|works now|is back}
            {all|i'm all|i am all|we're all} {set|good|sorted}
            {i've|i have|that's|that is} {got|} {everything|all|all i need|all i needed}
            {that was|that will be|that would be|that'll be} {got|} {everything|all|all i need|all i needed}
            good {choice|idea|suggestion|one}
            great {choice|idea|suggestion|one|thanks|thank|i|that}
            {good|nice} {to know|recommendation|recommendations|suggestions}
        """,
        "closed": """
            that's all
            that is all
            {that|this|it} {will|would} be all
            that'll be all
            that's it
            that is it
            nothing else
            {i'm|i am|we're} {good|fine|done|all set|ok}
            {i|we} have everything
            no {thanks|thank you|thats|that's|that|need|worries|problem}
            {goodbye|bye}
            all set
            not {now|today|right now|at this time|yet}
        """,
        "correction": """
            no {i|actually i|wait i|sorry i|we} {said|meant|asked|wanted|want|need|told|mean}
            no {that's|that is|it's|it is|you're|you are} {not|wrong|incorrect}
            no not {that|the|this|a}
            no make it
            i {didn't|did not} {say|ask|mean|want}
            no {i would|i'd} {like|prefer|rather}
            no it {should|needs to|has to} be
            i {said|meant|already said|already told|just said|just told|told you|asked for|did say|clearly said}
            i've already {said|told|given|explained|tried|done|answered}
            i already {said|told|gave|explained|tried|did|answered|have|mentioned}
            {that's|that is|this is|it's|it is} {wrong|incorrect|a mistake|not right|not correct|not true}
            {that's|that is|this is|it's|isn't|not} {not|} what i {asked|said|meant|wanted|need}
            you {misunderstood|misheard|got it wrong|forgot|mixed}
            you've {misunderstood|misheard|got it wrong|forgotten|mixed}
            what i {meant|said|asked}
            as i {said|told|mentioned|explained}
            didn't you {say|just|hear|read}
            you {just|already} {said|told|asked}
            wrong {date|time|number|person|address|order|item|room|place|city}
        """,
        "frustration": """
            {this is|you're|you are} {so|just|absolutely|really|} {outrageous|useless}
            {that's|that is} {so|just|absolutely|really|} {outrageous|useless}
            {this is|you're|you are} {so|just|absolutely|really|} {ridiculous|annoying|pathetic|a joke|absurd}
            {this is|you're|you are} {so|just|absolutely|really|} {not helpful|no help|unhelpful|a nightmare|wasting}
            {that's|that is} {really|so|very|} {frustrating|disappointing|not good enough|no help|not helpful}
            {unacceptable|infuriating|frustrated|frustrating|disgraceful}
            {waste of|wasting} my {time|money|day}
            {fed up with|sick of|tired of} {this|waiting|you|being|calling|repeating|asking|your}
            {i'm|i am} {getting|so|very|really|extremely|} {annoyed|angry|upset|furious|unhappy|fed up|losing patience}
            {i'm|i am} {so|very|really|extremely} disappointed
            not {very|really|} {helpful|helping|listening}
            {are you|you are not|you're not|aren't you} {even|} {listening|reading|serious|kidding}
            still {not|no|nothing|waiting|doesn't|isn't|hasn't}
            how many times
            {speak|talk} to {a|your|someone|the} {human|manager|person|supervisor|real}
            for the {second|third|fourth|last|umpteenth|hundredth} time
            {ugh|argh|wtf}
            what a {joke|mess|disgrace|shambles|farce|nightmare}
            {this|it} is a {disgrace|scandal|shambles|farce|joke}
            {it's|that's} a {disgrace|scandal|shambles|farce}
            thanks for nothing
            {thanks|thank you} {a lot|so much|very much|} for {wasting|ruining|ignoring|nothing}
            great just great
            {oh|well} {that's|that is|} just {great|perfect|brilliant|wonderful|lovely|fantastic}
            {some|a fat lot of|a lot of} help you are
            {you are|you're|that was|that is|that's|how|so|to be|don't be} rude
            {you are|you're} {so|} {incompetent|hopeless|wasting}
            {worst|terrible|awful|horrible|poor|appalling|disgusting} {service|customer|support|experience}
            {i've|i have} been {waiting|on hold|calling}
            {that|this} {doesn't|does not|didn't|did not} help
            never {buying|using|coming} {from|this|your|back|here}
        """,
        "rejection": """
            i {don't|do not|didn't|did not} {really|} {want|need|like} {that|it|this|those|them|one|any|to}
            i {don't|do not|didn't|did not} {really|} {care for|think so|enjoy} {that|it|this|those}
            i {don't|do not|didn't|did not} {really|} {care for|think so|enjoy} {them|one|any|to}
            not {really|} {interested|a fan|my|into|for me|what|that one|that|looking|quite|my thing}
            {something|anything|someone|somewhere} {else|different}
            {any|are there any|do you have any|is there any|have any} other
            {no|nah|nope} {i|not|don't|thanks|that|it|let's|can you|something}
            {don't|do not} {book|do that|want|play|like}
            {that's|it's|that is|it is} too {expensive|far|late|early|much|long|old|scary|violent|many}
            another one
        """,
        "bare_no": """
            {no|nope|nah}
        """,
        "dead_end": """
            not {really|sure|at all}
            {i|we} {don't|do not|didn't} {really|} {know|remember|think so|have one|have any}
            {i've|} never {seen|heard|watched}
            {i|we} {haven't|have not} {seen|heard|watched|tried}
            haven't {seen|heard|watched}
            {nothing|none|dunno|idk}
            no {idea|clue|opinion}
            i can't {remember|think|recall}
        """,
        "pleasure": """
            {love|loved|loves|loving|enjoy|enjoyed|enjoying|enjoyable|liked|adore|adored}
            {great|awesome|amazing|fantastic|excellent|wonderful}
            {brilliant|perfect|superb|terrific|incredible|beautiful|lovely}
            {funny|fun|hilarious|entertaining|exciting|fascinating|interesting|cool|nice|good|best|favorite}
            {favourite|favorites|happy|glad|delighted|pleased}
            {helpful|impressed|thrilling|touching|moving|heartwarming|laugh}
            {haha|lol|yay|woohoo|yum|wow}
        """,
        "displeasure": """
            {hate|hated|hates|dislike|disliked|despise|detest|loathe}
            {bad|terrible|awful|horrible|boring|bored|stupid|dumb|worst|worse|poor|poorly}
            {annoying|annoyed|disappointing|disappointed|ridiculous|lame}
            {silly|weird|gross|dull|cheesy|confusing}
            {confused|wrong|problem|issue|trouble|broken|error|unhappy|upset|angry|sad|scary}
            {sucks|sucked|crap|overrated|pointless|useless|ugly|frustrating|frustrated|worried|worry|rude|slow}
        """,
        "astonished": """
            you {don't|do not} {even|} {know|care|understand}
            {don't|do} you {even|} {care|listen}
        """,
        "emotion": FEELINGS,
        "small_talk": """
            how are {you|things}
            how's it going
            what's up
            and you
            how about you
            what about you
        """,
        "request": """
            {i|we} {need|want|would like|wanted|am looking}
            {i'd|we'd} like
            {i'm|we're|i am|we are|i was} {looking for|looking to|trying to|hoping to|after}
            {can|could|would|will} you {please|also|} {find|book|help|tell|give}
            {can|could|would|will} you {please|also|} {get|recommend|suggest|check|send}
            {can|could|would|will} you {please|also|} {look|make|show|reserve|search}
            {can|could|would|will} you {please|also|} {play|cancel|refund|explain|fix}
            {find|book|get|show|give|reserve} me
            looking for
            {please|kindly} {find|book|get|send|cancel|refund|check|help}
        """,
        "given_up": """
            {never mind|nevermind|forget it|forget about it|leave it|drop it|skip it|don't bother|not worth it}
            {i'll|i will} {just|} {do it myself|go elsewhere|call instead|try elsewhere|find it myself|look myself}
            {i'll|i will} {just|} {figure it out|go somewhere else|sort it out myself|take my business}
            {let's|lets} {just|} {move on|forget|leave|skip|talk about something else}
            {i|we} give up
            cancel {my|the|everything} {account|contract|subscription}
        """,
    }
)
