/// The phrases of calls to sign up, to follow, to share or to write, in nine languages and more.
enum CallToActionPhrases {
    /// The phrases at the beginning of lines.
    static let beginnings = PhraseSet(
        """
        sign up | subscribe | join our | follow us | like us on | download our app | download the app | get the latest | get our
        want more | like this story | enjoyed this | did you enjoy | support our | become a member | share this story | share this article | share this post | share this page | have a news tip
        got a tip | do you have a tip | send us | email us | for the latest | stay up to date | stay informed | never miss | to receive
        do you want to be informed | have you got a story | submit your | start your day | don't miss | don’t miss
        melden sie sich | melde dich | jetzt anmelden | jetzt abonnieren | abonnieren sie | abonniere | folgen sie uns | folge uns
        folgt uns | hier anmelden | hat ihnen der artikel gefallen | gefällt dir | gefällt ihnen | dieser artikel gefällt | möchten sie den artikel
        den artikel mit anderen teilen | artikel teilen | beitrag teilen | keine news mehr verpassen | nichts mehr verpassen
        unterstützen sie | unterstütze uns | jetzt den newsletter | zum newsletter | bleiben sie informiert | möchten sie über
        abonnez-vous | inscrivez-vous | suivez-nous | suivez toute | recevez | partagez | rejoignez-nous | s'abonner | s’abonner
        soutenez | téléchargez | suscríbete | suscríbase | síguenos | sigue toda | regístrate | recibe | comparte | únete
        descarga nuestra | iscriviti | abbonati | seguici | ricevi | condividi | sostieni | scarica
        schrijf je in | abonneer | volg ons | meld je aan | deel dit | inscreva-se | assine | siga | receba | compartilhe
        prenumerera | följ oss | anmäl dig | abonner | følg oss | tilmeld dig | meld deg på
        zapisz się | subskrybuj | obserwuj | udostępnij | подпишитесь | подписывайтесь | следите за
        """)

    /// The words that ask for something.
    static let requests = PhraseSet(
        """
        sign up | signing up | subscribe | follow us | follow her | follow him | follow them | follow me | let us know | be reached
        contact us | email us | e-mail us | share it | share this | like this story | join our | become a member | donate | delivered
        abonnieren sie | abonniere | abonnieren | anmelden | melden sie sich | registrieren | folgen sie | folge uns | teilen sie
        abonnez | inscrivez | suivez | partagez | suscríb | síguenos | iscriviti | abbonati | seguici | abonneer | volg ons
        inscreva | assine | siga | prenumerera | följ oss | tilmeld | følg oss | zapisz | subskryb | obserwuj | подпис
        """)

    /// The ways to reach the publication, and the things asked for.
    static let channels = PhraseSet(
        """
        newsletter | inbox | morning letter | facebook | twitter | instagram | whatsapp | telegram | youtube | tiktok | linkedin
        app store | google play | our app | apps for ios | news tip | latest updates | breaking news | forum | postfach | kostenlos
        infolettre | gratuit | boletín | canal | nieuwsbrief | nyhetsbrev | nyhedsbrev | рассылк | телеграм
        """)
}
