"""What SYSTEM says that observers go by. One phrase per line; `{a|b|}` stands for a, b or nothing."""

from baremo.observe.phrases import Phrasebook

SYSTEM_PHRASES = Phrasebook(
    {
        "apology": """
            sorry
            {i|we} apologise
            {i|we} apologize
            {my|our|sincere|please accept my|please accept our} apologies
            apologies for
            my {mistake|bad}
            i beg your pardon
        """,
        "empathy": """
            {i|we} {can|completely|fully|totally|do|really|} {understand|appreciate|imagine} how
            {i|we} {completely|fully|totally} understand
            i understand {that|this|your} {is|must|can|frustration|concern|worry|situation}
            i can {imagine|see} {why|that|how}
            that {must|has to} {be|have been|feel}
            that sounds {frustrating|awful|stressful|terrible|tough|hard|difficult|horrible|painful|upsetting}
            that is {frustrating|awful|stressful|terrible}
            how {frustrating|annoying|awful|stressful|upsetting|sad|exciting|terrible}
            {sorry|sad} to hear
            {i'm|i am} so sorry {you|that|about|for}
            {i'm|i am|i'm so|so} {glad|happy|pleased|delighted} {to hear|you|that|it}
            {i|we} know how {frustrating|important|hard|stressful|worrying|annoying}
            no wonder you
            {i'd|i would} be {upset|frustrated|annoyed|worried} too
            {feel|hope you feel} better soon
            take your time
            don't worry
            no need to worry
            you {don't|do not} need to worry
        """,
        "warmth": """
            that {sounds|is|was} {so|really|very|like|} {fun|lovely|great|wonderful|amazing|awesome}
            that {sounds|is|was} {so|really|very|like|} {fantastic|interesting|cool}
            that {sounds|is|was} {so|really|very|like|} {nice|exciting|good|a lot of fun}
            that's {so|really|very|} {fun|lovely|great|wonderful|amazing|awesome}
            that's {so|really|very|} {fantastic|interesting|cool|nice|exciting|funny}
            sounds {like|} {fun|lovely|great|wonderful|amazing|awesome|fantastic|interesting|exciting}
            {great|good|excellent|nice|wonderful|lovely|perfect} {choice|pick|taste|idea|question|one}
            {how|very} {interesting|lovely|nice|wonderful|cool}
            interesting
            wonderful
            awesome
            fantastic
            lovely
            excellent
            cool
            great
            haha
            lol
            i {love|loved|really like|really liked|enjoyed} {it|that|this|them|those|the|her|him}
            me too
            i agree
            my pleasure
            happy to help
            glad to help
            with pleasure
            welcome back
            congratulations
            enjoy {your|the|it|yourself}
            {hope|i hope} you {enjoy|like|have|love}
            have {fun|a great|a lovely|a wonderful|a fantastic|a pleasant|a safe|a nice|a good}
        """,
        "politeness": """
            please
            thank you
            thanks
            you're welcome
            you are welcome
            welcome
            may i
            {would|could} you {please|mind|like}
            certainly
            of course
            absolutely
            my pleasure
            no problem
            good {morning|afternoon|evening}
        """,
        "rudeness": """
            {you're|you are} {so|just|really|being|all|} {stupid|dumb|pathetic|annoying|useless|hopeless|ridiculous}
            {you're|you are} {so|just|really|} {an idiot|a moron|a fool|a liar|a pain|crazy|lying|rude}
            {you're|you are} wasting my time
            you {stupid|dumb|silly|bloody|} {idiot|idiots|moron|fool|liar|people}
            what a {stupid|dumb} {question|idea}
            {stupid|dumb} {customer|customers}
            are you {deaf|blind|stupid|dumb|crazy|an idiot}
            {can't|cannot} you {even|} {read|listen|count}
            what is wrong with you
            what's {wrong with you|your problem}
            get {lost|out of here|over it|a life}
            shut up
            {piss|sod|bugger|fuck} off
            not my {problem|job|fault|concern|business}
            {isn't|is not} my {problem|job|fault|concern|business}
            {that's|it's|that is|it is} your {own|} {fault|problem}
            your own {fault|problem}
            {i'm|i am} not your {secretary|servant|maid|mother|mom|mum|babysitter|nanny|slave|friend}
            {do|google|find|fix|sort} it {out|} yourself
            {figure|work} it out yourself
            {deal|live} with it
            i {couldn't|could not} care less
            {i don't|i do not} care {what|about your|about you|if you|how you}
            {who|nobody|no one} cares
            tough luck
            calm down
            stop {wasting my time|bothering me|complaining|whining|yelling|being so|asking me}
            {quit|stop} your {whining|complaining}
            {i've|i have|i} {already|} told you {already|that|this|twice|before}
            what part of {no|that do you not|that don't you|this do you not|it do you not}
            leave me alone
        """,
        "curt": """
            whatever
            so what
            {i don't|i do not} care
            {idiot|idiots|moron|loser|dumbass}
            tough
            go away
            {just|} {read|check|try} {the|our} {website|manual|faq|instructions|terms|documentation}
            {just|} google it
            just look it up
        """,
        "at_a_loss": """
            {i|we} {don't|do not} {really|actually|} know
            no {idea|clue}
            dunno
            beats me
        """,
        "help": """
            {can|could|may} {i|we} {help|assist|be of} {you|with|any|further|assistance}
            how {can|may|could} {i|we} {help|assist}
        """,
        "hedging": """
            {i'm|i am} not {sure|certain|really sure|entirely sure|quite sure}
            not sure
            i {think|guess|believe|suppose} {it|that|so|this|the|they|he|she|there|you|maybe|we}
            maybe
            perhaps
            probably
            possibly
            {i|we} {don't|do not} {really|actually|} know
            {it|that|this|there} {might|may|could} be
            {i'm|i am} not aware
            as far as i {know|can tell}
            should be fine
            kind of
            sort of
            hard to say
            no idea
            i assume
        """,
        "refusal": """
            {i|we} {can't|cannot|can not|couldn't}
            {i|we} {could not|am unable to|are unable to|won't be able to|wasn't able to}
            {i|we} {was not able to|was unable to|am not able to|do not have}
            {i|we} {don't have|didn't find|did not find|don't see|do not see}
            {i'm|we're|i am|we are|is|was|were} {unable|not able}
            unable to
            unfortunately
            {i'm|i am} afraid
            there {is|are|was|were} no
            there {aren't|isn't|wasn't|weren't} {any|a|an|anything}
            {there's|theres} {no|nothing|none}
            {no|not any} {results|matches|availability|rooms|restaurants|hotels|trains}
            {no|not any} {tables|flights|such|listing|listings|option|options}
            {not|isn't|aren't} available
            unavailable
            {booking|reservation|payment} {was|were|is|has been|} {unsuccessful|failed|declined|not successful}
            {attempt|request|transaction} {was|were|is|has been|} {unsuccessful|failed|declined|not successful}
            was unsuccessful
            unsuccessful
            something went wrong
            {does|do} not {offer|have|exist|provide|allow|seem to have}
            {doesn't|don't} {offer|have|exist|provide|allow|seem to have}
            {it's|that's|that is|it is|this is} not {possible|my department|something i can}
            nothing {i|we} can do
            {not|isn't} our {fault|problem|responsibility}
            you {will|would|} {have|need} to {call|contact|ring|email|visit} {us|another|the}
            you {will|would|} {have|need} to {call|contact|ring|email|visit} {a|your|them|someone}
            {fully|already} booked
            sold out
        """,
        "done": """
            {is|are|been|was} {now|successfully|all|already|just|} {booked|confirmed|reserved|scheduled}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {booked|confirmed}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {reserved|scheduled}
            {is|are|been|was} {now|successfully|all|already|just|} {completed|complete}
            {is|are|been|was} {now|successfully|all|already|just|} {processed|refunded|cancelled}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {completed|complete}
            {it's|booking|you're|i've|i have} {now|successfully|all} {processed|refunded|cancelled}
            {it's|booking|you're|i've|i have} {already|just|} {processed|refunded|cancelled}
            {is|are|been|was} {now|successfully|all|already|just|} {canceled|activated|unlocked|resolved}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {canceled|activated}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {unlocked|resolved}
            {is|are|been|was} {now|successfully|all|already|just|} {fixed|reset|replaced|set up|credited}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {fixed|reset}
            {it's|booking|you're|i've|i have} {now|successfully|all|already|just|} {replaced|set up|credited}
            {i|we} {was able to|were able to|managed to|went ahead and} {book|booked|get|reserve}
            {i|we} {was able to|were able to|managed to|went ahead and} {find|fix|process|reserved|secure}
            {i've|i have|we've|we have} {just|now} {booked|reserved|made|sent|cancelled}
            {i've|i have|we've|we have} {successfully|gone ahead and|} {booked|reserved|made|sent|cancelled}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {canceled|refunded|processed}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {reset|ordered|arranged}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {blocked|issued|credited}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {fixed|added|scheduled}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {unlocked|restored|raised}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {bought|purchased|set}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {closed|updated|changed}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {removed|corrected|replaced}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {transferred|submitted|applied}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {extended|upgraded|emailed}
            {i've|i have|we've|we have} {just|now|successfully|gone ahead and|} {shipped|dispatched|reversed}
            {booking|reservation|payment} {was|is|has been|} {successful|confirmed|complete|made}
            {transaction|request|order} {was|is|has been|} {successful|confirmed|complete|made}
            successfully
            {reference|confirmation|booking|ticket|order|case} {number|code|id|no}
            reference {is|for}
            {you're|you are} all set
            all {set|done|sorted}
            {is|are|song|music|movie} {now|} playing
            {has|have} been {booked|reserved|made|sent|scheduled|refunded|cancelled|confirmed|added}
            {has|have} been {closed|corrected|removed|replaced|reversed|upgraded|extended|submitted|dispatched|shipped}
            {has|have} been {transferred|purchased|reset|unlocked|updated|changed|processed|credited|issued}
        """,
        "offer": """
            would you like {me|to|a|an|some|it|that|this|something|the|any}
            {shall|should|can|may} i {book|reserve|find|help|look|try|get|check}
            {shall|should|can|may} i {send|recommend|suggest|make|play|buy|call|connect}
            do you want {me|to|a|some|it}
            {i|we} {can|could|will} {book|find|look|check|help|send|get|try|make}
            {i|we} {can|could|will} {recommend|suggest|offer|do that|arrange|refund|replace|look into|set}
            {i'll|we'll|let me} {book|find|look|check|help|send|get|try|make}
            {i'll|we'll|let me} {see|do|arrange|refund|replace|take|put|set|go}
            {i|we} {recommend|suggest|found|have found|would recommend|would suggest|highly recommend}
            {i've|we've} found
            how about
            {have you|you} {ever|} {tried|considered}
            you {might|may|could|should} {like|enjoy|try|want|watch|check|love|also}
            check out
            what about
        """,
        "clarification": """
            {i|we} {didn't|did not} {quite|fully|really|} {understand|catch|get|follow} {that|you|what}
            {i|we} {don't|do not} {quite|fully|really|} {understand|catch|get|follow} {that|you|what}
            {i|we} {didn't|did not} {quite|fully|really|} {understand|catch|get|follow} {your|the|it|this}
            {i|we} {don't|do not} {quite|fully|really|} {understand|catch|get|follow} {your|the|it|this}
            i {didn't|did not|don't|do not} {quite|fully|really|} understand
            {can|could|would} you {please|kindly|} {repeat|rephrase|clarify|say that again|explain that again}
            what do you mean
            {i'm|i am} {confused|not following|not sure what you mean}
            pardon
            come again
            please {repeat|rephrase|clarify|try again}
            i misunderstood
        """,
        "anything_else": """
            anything else
            {what|how} else
            {any|have you any} other {questions|question}
        """,
        "generic": """
            {tell|say} me more
            {what|which} {kind|kinds|type|types|sort|sorts|genre|genres} of
            what do you {think|mean} {about|of|by} {it|that|this}
            {is|are} there {any|a|another} {other|others|movie|movies|one|ones}
            any other {movie|movies|preferences|ones}
            {can you|could you} {tell me|describe|name} {a|any|some|one|more|another}
            {how|what} about {a|another|any|some} {movie|movies|film|one}
            what is your favorite
            what are your favorite
            as i said
            as mentioned
            your {call|message|request|feedback} is important
            please {hold|wait|be patient}
        """,
        "closing": """
            {good|bye} bye
            goodbye
            bye
            have {a|an} {nice|great|good|lovely|wonderful|pleasant}
            have {a|an} {excellent|safe|fantastic|awesome|amazing|super}
            {you're|you are|your|ur|most|very} {very|most|} welcome
            {thank you|thanks} for {sharing|your|using|calling|contacting}
            {thank you|thanks} for {choosing|the|talking|chatting|being|reaching}
            {thank you|thanks} so much for
            {glad|happy} {i|to|we} {could|have|help|be} {help|helped|of}
            enjoy {your|the|it}
            see you
            take care
            don't mention it
            {it|it's|was} {been|was|a|my} {a|} pleasure
            anytime
            nice {talking|chatting} {to|with}
        """,
        "moving_on": """
            {moving|let's move|lets move} on
            next question
            let's {talk about something else|change the subject|change the topic|skip}
            {anyway|anyways}
            different {topic|subject}
        """,
        "broken": """
            {these|those} {kind|type|sort|movie|film|genre} {of|is|are}
            this {kinds|types|sorts|movies|films} of
            did you {liked|enjoyed|watched|saw|seen|disliked|thought|said|wanted|needed|found|had}
            {do|does|did} {you|he|she|it} {has|likes|enjoys|wants|needs|is|are}
            {you|they|we} {is|was|has|does}
            {he|she|it} {have|do|are|were|like}
            {what|why|how} you {like|dislike|think|want|feel|enjoy|prefer}
            {what|why|which|how} {is|was|does} you
            {more|most} {better|best|worse|worst}
            {can|could|would|will|should} {has|had|is|was|been}
            {could|should|would} of
            {informations|advices|equipments|childs|peoples}
            you're {table|booking|name|order|reservation|room|account|number|hotel}
            {don't|doesn't} {likes|has|wants|liked}
            is there {any|} {movies|films}
            are there a
            how about then
        """,
    }
)
