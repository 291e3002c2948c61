"""English words that carry grammar rather than a topic."""

FUNCTION_WORDS = frozenset(
    """
    a about after all also am an and any are aren't as at be because been before being but by can can't could
    couldn't did didn't do does doesn't doing don't down for from had has hasn't have haven't having he her here him
    his how i i'd i'll i'm i've if in into is isn't it it's its just let let's like me more most much my no not of off
    on one or other our out over please really she should so some such than thank thanks that that's the their them
    then there there's these they they're this those to too up us very was wasn't we we're were what what's when where
    which while who why will with won't would wouldn't yes you you'd you'll you're you've your
    """.split()
)
"""The commonest words of English talk; about half of any English dialogue."""

STOPWORDS = FUNCTION_WORDS | frozenset(
    """
    actually again ah alright already always another anyone anything back bit bye cant cool definitely didnt dont even
    every everything feel felt find first get give go going gonna good goodbye got great guess hello help hey hi hmm
    hope id im ive keep kind kinda know last least less lets little look looking lot lots lol made make makes many maybe
    mean might moment must name need never nice nope now nothing ok okay oh only perhaps pretty probably quite rather
    right said same say see seem seems seen sir something sort sound sounds sorry still stuff suggest sure take tell
    thats thing things think though thought time today try type types u um use used uh want wanted wants way well
    went whole wow yea yeah yep yet youre
    """.split()
)
"""Words that two turns may share without sharing a topic."""

NEGATIONS = frozenset(
    """
    no not never none nothing hardly neither nor without isn't aren't wasn't weren't don't doesn't didn't won't wouldn't
    can't couldn't cannot haven't hasn't hadn't isnt arent wasnt werent dont doesnt didnt wont wouldnt cant couldnt
    havent hasnt
    """.split()
)

QUESTION_OPENERS = frozenset({"what", "what's", "whats", "why", "how", "which", "who", "when", "where", "whose"})

QUESTION_VERBS = frozenset(
    """
    do does did don't didn't can can't could couldn't would wouldn't will won't have haven't has is isn't are aren't was
    were wasn't weren't should shall may
    """.split()
)

QUESTION_SUBJECTS = frozenset(
    "you i we they he she it there that this these those your the any anyone anything".split()
)

ACKNOWLEDGEMENTS = frozenset("ok okay alright got well so great cool then and oh right now sure yes um uh".split())
"""What may stand before a question's own first word."""
