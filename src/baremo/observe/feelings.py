"""Words of feeling. One phrase per line; `{a|b|}` stands for a, b or nothing."""

FEELINGS = """
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {happy|sad|angry|upset|worried|anxious}
{i'm|i am|im} {pretty|quite|a bit|a little} {happy|sad|angry|upset|worried|anxious}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {happy|sad|angry|upset|worried|anxious}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {scared|afraid|excited}
{i'm|i am|im|i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {scared|afraid|excited}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {thrilled|frustrated|annoyed}
{i'm|i am|im} {pretty|quite|a bit|a little} {thrilled|frustrated|annoyed}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {thrilled|frustrated|annoyed}
{i'm|i am|im} {just|extremely|super} {happy|sad|angry|upset|worried|anxious}
{i was|i feel|i felt|makes me} {just|extremely|super} {happy|sad|angry|upset|worried|anxious}
{i'm|i am|im} {feel|feel so|feel really|} {happy|sad|angry|upset|worried|anxious}
{i was|i feel|i felt|makes me} {feel|feel so|feel really|} {happy|sad|angry|upset|worried|anxious}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {scared|afraid|excited}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {scared|afraid|excited}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {thrilled|frustrated|annoyed}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {thrilled|frustrated|annoyed}
{made me|make me|feeling} {so|very|really} {happy|sad|angry|upset|worried|anxious}
{made me|make me|feeling} {pretty|quite|a bit|a little} {happy|sad|angry|upset|worried|anxious}
{i'm feeling|we're|we are|we were} {so|very|really} {happy|sad|angry|upset|worried|anxious}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {happy|sad|angry}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {upset|worried|anxious}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {scared|afraid|excited}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {thrilled|frustrated|annoyed}
{i'm feeling|we're|we are|we were} {so|very|really} {scared|afraid|excited}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {scared|afraid|excited}
{i'm feeling|we're|we are|we were} {so|very|really} {thrilled|frustrated|annoyed}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {thrilled|frustrated|annoyed}
{made me|make me|feeling} {just|extremely|super} {happy|sad|angry|upset|worried|anxious}
{made me|make me|feeling} {feel|feel so|feel really|} {happy|sad|angry|upset|worried|anxious}
{i'm feeling|we're|we are|we were} {just|extremely|super} {happy|sad|angry|upset|worried|anxious}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {happy|sad|angry}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {upset|worried|anxious}
{made me|make me|feeling} {just|extremely|super|feel|feel so|feel really|} {scared|afraid|excited}
{made me|make me|feeling} {just|extremely|super} {thrilled|frustrated|annoyed}
{made me|make me|feeling} {feel|feel so|feel really|} {thrilled|frustrated|annoyed}
{i'm feeling|we're|we are|we were} {just|extremely|super} {scared|afraid|excited}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {scared|afraid|excited}
{i'm feeling|we're|we are|we were} {just|extremely|super} {thrilled|frustrated|annoyed}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {thrilled|frustrated|annoyed}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {furious|disappointed|nervous}
{i'm|i am|im} {pretty|quite|a bit|a little} {furious|disappointed|nervous}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {furious|disappointed|nervous}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {stressed|devastated|heartbroken}
{i'm|i am|im} {pretty|quite|a bit|a little} {stressed|devastated|heartbroken}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {stressed|devastated|heartbroken}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {furious|disappointed|nervous}
{i'm|i am|im} {feel|feel so|feel really|} {furious|disappointed|nervous}
{i was|i feel|i felt|makes me} {feel|feel so|feel really|} {furious|disappointed|nervous}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {stressed|devastated|heartbroken}
{i'm|i am|im} {feel|feel so|feel really|} {stressed|devastated|heartbroken}
{i was|i feel|i felt|makes me} {feel|feel so|feel really|} {stressed|devastated|heartbroken}
{made me|make me|feeling} {so|very|really} {furious|disappointed|nervous}
{made me|make me|feeling} {pretty|quite|a bit|a little} {furious|disappointed|nervous}
{i'm feeling|we're|we are|we were} {so|very|really} {furious|disappointed|nervous}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {furious|disappointed|nervous}
{made me|make me|feeling} {so|very|really} {stressed|devastated|heartbroken}
{made me|make me|feeling} {pretty|quite|a bit|a little} {stressed|devastated|heartbroken}
{i'm feeling|we're|we are|we were} {so|very|really} {stressed|devastated|heartbroken}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {stressed|devastated|heartbroken}
{made me|make me|feeling} {just|extremely|super} {furious|disappointed|nervous}
{made me|make me|feeling} {feel|feel so|feel really|} {furious|disappointed|nervous}
{i'm feeling|we're|we are|we were} {just|extremely|super} {furious|disappointed|nervous}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {furious|disappointed|nervous}
{made me|make me|feeling} {just|extremely|super} {stressed|devastated|heartbroken}
{made me|make me|feeling} {feel|feel so|feel really|} {stressed|devastated|heartbroken}
{i'm feeling|we're|we are|we were} {just|extremely|super} {stressed|devastated|heartbroken}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {stressed|devastated|heartbroken}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {delighted|overjoyed|grateful}
{i'm|i am|im} {pretty|quite|a bit|a little} {delighted|overjoyed|grateful}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {delighted|overjoyed|grateful}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {relieved|embarrassed|ashamed|lonely}
{i'm|i am|im} {pretty|quite|a bit|a little} {relieved|embarrassed|ashamed|lonely}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {relieved|embarrassed|ashamed|lonely}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {delighted|overjoyed|grateful}
{i'm|i am|im} {feel|feel so|feel really|} {delighted|overjoyed|grateful}
{i was|i feel|i felt|makes me} {feel|feel so|feel really|} {delighted|overjoyed|grateful}
{i'm|i am|im} {just|extremely|super} {relieved|embarrassed|ashamed|lonely}
{i was|i feel|i felt|makes me} {just|extremely|super} {relieved|embarrassed|ashamed|lonely}
{i'm|i am|im} {feel|feel so|feel really|} {relieved|embarrassed|ashamed|lonely}
{i was|i feel|i felt|makes me} {feel|feel so|feel really|} {relieved|embarrassed|ashamed|lonely}
{made me|make me|feeling} {so|very|really} {delighted|overjoyed|grateful}
{made me|make me|feeling} {pretty|quite|a bit|a little} {delighted|overjoyed|grateful}
{i'm feeling|we're|we are|we were} {so|very|really} {delighted|overjoyed|grateful}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {delighted|overjoyed|grateful}
{made me|make me|feeling} {so|very|really} {relieved|embarrassed|ashamed|lonely}
{made me|make me|feeling} {pretty|quite|a bit|a little} {relieved|embarrassed|ashamed|lonely}
{i'm feeling|we're|we are|we were} {so|very|really} {relieved|embarrassed|ashamed|lonely}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {relieved|embarrassed}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {ashamed|lonely}
{made me|make me|feeling} {just|extremely|super} {delighted|overjoyed|grateful}
{made me|make me|feeling} {feel|feel so|feel really|} {delighted|overjoyed|grateful}
{i'm feeling|we're|we are|we were} {just|extremely|super} {delighted|overjoyed|grateful}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {delighted|overjoyed|grateful}
{made me|make me|feeling} {just|extremely|super} {relieved|embarrassed|ashamed|lonely}
{made me|make me|feeling} {feel|feel so|feel really|} {relieved|embarrassed|ashamed|lonely}
{i'm feeling|we're|we are|we were} {just|extremely|super} {relieved|embarrassed|ashamed|lonely}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {relieved|embarrassed|ashamed|lonely}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {depressed|proud|panicking}
{i'm|i am|im|i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {depressed|proud|panicking}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {desperate|miserable|terrified}
{i'm|i am|im} {pretty|quite|a bit|a little} {desperate|miserable|terrified}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {desperate|miserable|terrified}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {depressed|proud|panicking}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {depressed|proud|panicking}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {desperate|miserable|terrified}
{i'm|i am|im} {feel|feel so|feel really|} {desperate|miserable|terrified}
{i was|i feel|i felt|makes me} {feel|feel so|feel really|} {desperate|miserable|terrified}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {depressed|proud|panicking}
{made me|make me|feeling} {so|very|really} {desperate|miserable|terrified}
{made me|make me|feeling} {pretty|quite|a bit|a little} {desperate|miserable|terrified}
{i'm feeling|we're|we are|we were} {so|very|really} {depressed|proud|panicking}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {depressed|proud|panicking}
{i'm feeling|we're|we are|we were} {so|very|really} {desperate|miserable|terrified}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {desperate|miserable|terrified}
{made me|make me|feeling} {just|extremely|super} {depressed|proud|panicking}
{made me|make me|feeling} {feel|feel so|feel really|} {depressed|proud|panicking}
{made me|make me|feeling} {just|extremely|super} {desperate|miserable|terrified}
{made me|make me|feeling} {feel|feel so|feel really|} {desperate|miserable|terrified}
{i'm feeling|we're|we are|we were} {just|extremely|super} {depressed|proud|panicking}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {depressed|proud|panicking}
{i'm feeling|we're|we are|we were} {just|extremely|super} {desperate|miserable|terrified}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {desperate|miserable|terrified}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {frightened|tired of|fed up}
{i'm|i am|im} {pretty|quite|a bit|a little} {frightened|tired of|fed up}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {frightened|tired of|fed up}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {in tears|crying|cry}
{i'm|i am|im|i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {in tears|crying|cry}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {frightened|tired of|fed up}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {in tears|crying|cry}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {frightened|tired of|fed up}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {in tears|crying|cry}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {frightened|tired of|fed up}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {in tears|crying|cry}
{i'm feeling|we're|we are|we were} {so|very|really} {frightened|tired of|fed up}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {frightened|tired of|fed up}
{i'm feeling|we're|we are|we were} {so|very|really} {in tears|crying|cry}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {in tears|crying|cry}
{made me|make me|feeling} {just|extremely|super} {frightened|tired of|fed up|in tears|crying|cry}
{made me|make me|feeling} {feel|feel so|feel really|} {frightened|tired of|fed up}
{made me|make me|feeling} {feel|feel so|feel really|} {in tears|crying|cry}
{i'm feeling|we're|we are|we were} {just|extremely|super} {frightened|tired of|fed up}
{i'm feeling|we're|we are|we were} {just|extremely|super} {in tears|crying|cry}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {frightened|tired of|fed up}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {in tears|crying|cry}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {smile|laugh|hopeless}
{i'm|i am|im|i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {smile|laugh|hopeless}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {hurt|shocked|uncomfortable}
{i'm|i am|im} {pretty|quite|a bit|a little} {hurt|shocked|uncomfortable}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {hurt|shocked|uncomfortable}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {smile|laugh|hopeless}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {smile|laugh|hopeless}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {hurt|shocked|uncomfortable}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {hurt|shocked|uncomfortable}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {smile|laugh|hopeless}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {hurt|shocked|uncomfortable}
{i'm feeling|we're|we are|we were} {so|very|really} {smile|laugh|hopeless}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {smile|laugh|hopeless}
{i'm feeling|we're|we are|we were} {so|very|really} {hurt|shocked|uncomfortable}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {hurt|shocked|uncomfortable}
{made me|make me|feeling} {just|extremely|super|feel|feel so|feel really|} {smile|laugh|hopeless}
{made me|make me|feeling} {just|extremely|super} {hurt|shocked|uncomfortable}
{made me|make me|feeling} {feel|feel so|feel really|} {hurt|shocked|uncomfortable}
{i'm feeling|we're|we are|we were} {just|extremely|super} {smile|laugh|hopeless}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {smile|laugh|hopeless}
{i'm feeling|we're|we are|we were} {just|extremely|super} {hurt|shocked|uncomfortable}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {hurt|shocked|uncomfortable}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {emotional|jealous|guilty}
{i'm|i am|im|i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {emotional|jealous|guilty}
{i'm|i am|im|i was|i feel|i felt|makes me} {so|very|really} {livid|overwhelmed|mad|bored}
{i'm|i am|im} {pretty|quite|a bit|a little} {livid|overwhelmed|mad|bored}
{i was|i feel|i felt|makes me} {pretty|quite|a bit|a little} {livid|overwhelmed|mad|bored}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {emotional|jealous|guilty}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {emotional|jealous|guilty}
{i'm|i am|im|i was|i feel|i felt|makes me} {just|extremely|super} {livid|overwhelmed|mad|bored}
{i'm|i am|im|i was|i feel|i felt|makes me} {feel|feel so|feel really|} {livid|overwhelmed|mad|bored}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {emotional|jealous|guilty}
{made me|make me|feeling} {so|very|really|pretty|quite|a bit|a little} {livid|overwhelmed|mad|bored}
{i'm feeling|we're|we are|we were} {so|very|really} {emotional|jealous|guilty}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {emotional|jealous|guilty}
{i'm feeling|we're|we are|we were} {so|very|really} {livid|overwhelmed|mad|bored}
{i'm feeling|we're|we are|we were} {pretty|quite|a bit|a little} {livid|overwhelmed|mad|bored}
{made me|make me|feeling} {just|extremely|super} {emotional|jealous|guilty}
{made me|make me|feeling} {feel|feel so|feel really|} {emotional|jealous|guilty}
{made me|make me|feeling} {just|extremely|super} {livid|overwhelmed|mad|bored}
{made me|make me|feeling} {feel|feel so|feel really|} {livid|overwhelmed|mad|bored}
{i'm feeling|we're|we are|we were} {just|extremely|super} {emotional|jealous|guilty}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {emotional|jealous|guilty}
{i'm feeling|we're|we are|we were} {just|extremely|super} {livid|overwhelmed|mad|bored}
{i'm feeling|we're|we are|we were} {feel|feel so|feel really|} {livid|overwhelmed|mad|bored}
{so|very|really|extremely} {happy|sad|angry|upset|worried|scared|excited|frustrated}
{so|very|really|extremely} {annoyed|disappointed|stressed|touching}
{so|very|really|extremely} {moving|emotional|frustrating|stressful|upsetting}
i {really|absolutely|just|totally|truly|} {love|loved|adore|hate|hated|despise|fear}
{makes|made|make} {me|you} {feel|laugh|cry|smile|sad|happy|angry|think of my|tear}
{my|a|the} {wife|husband|mother|mom|mum|father|dad|son} {passed away|died|is dying}
{my|a|the} {wife|husband|mother|mom|mum|father|dad|son} {is sick|is ill|is in hospital}
{my|a|the} {daughter|dog|cat|grandmother} {passed away|died|is dying|is sick|is ill|is in hospital}
{my|a|the} {grandfather|friend|brother|sister} {passed away|died|is dying}
{my|a|the} {grandfather|friend|brother|sister} {is sick|is ill|is in hospital}
my late {wife|husband|mother|mom|mum|father|dad|son|daughter|grandmother|grandfather|brother|sister|partner}
my late {wife's|husband's|mother's|mom's|mum's|father's|dad's|son's|daughter's|brother's|sister's|partner's}
{passed away|bereaved|bereavement|grieving|funeral}
{i'm|i am|we're|we are} losing {money|business|customers|sleep|hope|patience}
{stressed|stressful|distressed|desperate|disgusted|livid|fuming|outraged}
{upset|annoyed|angry|unhappy|disappointed} {with|at|by|about} {you|your|this|how|the service|the way}
worried {sick|about|that}
{i'm|i am|we're|we are} not {very|really|at all|} {happy|pleased|impressed|satisfied|amused}
{can't|cannot} {stop|help} {crying|worrying|laughing}
{good|bad|better|great|terrible} mood
{frustrating|devastated|heartbroken|furious|terrified}
{overjoyed|heartbreaking|heartwarming|tearjerker|nightmare}
{i|we} {cry|cried|wept|panicked|panic}
to tears
{heart|gut} {pounding|wrenching|breaking|warming|broken}
{miss|missed} {him|her|them|you|my}
"""
