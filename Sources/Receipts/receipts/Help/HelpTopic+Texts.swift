extension HelpTopic {
    static let connecting = HelpTopic(
        "connecting", "Which database a command uses, and as whom it acts.",
        """
        The first of these that is there decides which server a command uses:

          --emulator HOST:PORT     that emulator
          --credentials FILE       production, with a file of credentials: a service account's key,
                                   workload identity federation, or gcloud's sign-in
          FIRESTORE_EMULATOR_HOST  that emulator; FIREBASE_DATABASE_EMULATOR_HOST for schema read-at
          FIRESTORE_TOKEN          production, with an access token
          GOOGLE_APPLICATION_CREDENTIALS
                                   production, with the credentials in this file

        --credentials while FIRESTORE_EMULATOR_HOST is set is an error, so that no command writes to the wrong one.

        --credentials application-default uses what Google's own tools would find: the file that
        GOOGLE_APPLICATION_CREDENTIALS names, gcloud's sign-in, or the metadata server of Google Cloud.

        A file of credentials is one of: external_account, from gcloud iam workload-identity-pools create-cred-config or
        google-github-actions/auth; authorized_user, impersonated_service_account and external_account_authorized_user, from
        gcloud auth application-default login; service_account, a key. FIRESTORE_TOKEN can be what gcloud auth
        print-access-token prints.

        On an emulator a command acts as --user, under your security rules; --admin bypasses them. In production it acts as
        the owner of the credentials.

        The project is --project, GCLOUD_PROJECT or GOOGLE_CLOUD_PROJECT; otherwise demo-receipts on an emulator, and the
        project of the credentials in production. receipts doctor prints what would be used, and asks the server.
        """)

    static let environment = HelpTopic(
        "environment", "The environment variables that commands read.",
        """
          FIRESTORE_EMULATOR_HOST          the host and port of an emulator of Firestore
          FIREBASE_DATABASE_EMULATOR_HOST  the host and port of an emulator of the Realtime Database
          GCLOUD_PROJECT                   the project
          GOOGLE_CLOUD_PROJECT             the project, if GCLOUD_PROJECT is not set
          FIRESTORE_TOKEN                  an access token, for production
          GOOGLE_APPLICATION_CREDENTIALS   a file with credentials, for production
          GOOGLE_CLOUD_QUOTA_PROJECT       the project that production's requests are counted against
          GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES
                                           1 to let a file of credentials name a program to run
          GOOGLE_API_CERTIFICATE_CONFIG    a file that names the certificate of a workload, and its key
          HTTPS_PROXY, NO_PROXY            the proxy on the way to production, and the hosts that it is not for
          CURL_CA_BUNDLE, SSL_CERT_FILE    a file with certificate authorities to trust beside the system's, such as that of
                                           a proxy
          RECEIPTS_CONSOLE_TOKEN           the token that browsers of the console must present
          PUBSUB_EMULATOR_HOST             the address of a Pub/Sub emulator, for worker run --pubsub and --publish
          RECEIPTS_SETTINGS                a file with options of servers
          RECEIPTS_INTAKE_TOKEN            the token that other machines must present to worker run --listen
          XDG_STATE_HOME                   the folder for the worker's outbox; by default ~/.local/state
          TMPDIR, TMP, TEMP                the folder for the file that leads to the emulator hub; by default /tmp
          NO_COLOR                         no colours, if not empty
          CLICOLOR_FORCE                   colours also in pipes, if neither empty nor 0
          CLICOLOR                         no colours, if 0
          TERM                             no colours and no progress, if dumb

        An empty variable counts as not set. An option overrides its variable. FIRESTORE_TOKEN, RECEIPTS_CONSOLE_TOKEN and
        RECEIPTS_INTAKE_TOKEN can also be in files: FIRESTORE_TOKEN_FILE names one, and so on. Every option of worker run,
        emulator and console has a variable, too: see receipts help settings.

        worker run --token-command sets RECEIPTS_USER for the command. emulator exec sets what firebase emulators:exec sets for
        its command: FIRESTORE_EMULATOR_HOST, FIREBASE_FIRESTORE_EMULATOR_ADDRESS, FIREBASE_EMULATOR_HUB, GCLOUD_PROJECT,
        FIREBASE_CONFIG unless it is set already, and with a Realtime Database FIREBASE_DATABASE_EMULATOR_HOST.
        """)

    static let exitStatus = HelpTopic(
        "exit-status", "What the exit status of a command means.",
        """
          0    done
          1    something was denied, no longer existed, or failed; standard error names each
          2    wrong usage: a command, an option, an id or a file is invalid
          69   the server cannot be reached, or went away
          130  interrupted, by Ctrl-C or a termination signal

        rules check, rules test and rules mutate exit with 1 for an error, a failed case or a score that is too low;
        rules diff, attack and lint if they found something; doctor if something would fail. emulator exec exits with the
        status of its command.

        An interrupted command leaves no half-written file, and what it has written to a database stays. Running it again
        writes the rest.
        """)

    static let settings = HelpTopic(
        "settings", "Options of servers from the environment and from a file.",
        """
        worker run, emulator start, emulator exec and console also take their options from variables, and from a JSON file:

          receipts worker --flush-interval 500     an argument
          RECEIPTS_WORKER_FLUSH_INTERVAL=500       a variable: RECEIPTS, the first word of the command, the option
          {"worker": {"flush-interval": 500}}      the file that --settings or RECEIPTS_SETTINGS names

        Arguments count first, then variables, then the file. A flag is true or false. An option that can be repeated takes
        several values: separated by commas in a variable, an array in the file.

        When the command starts, it names each such option on standard error, with where it came from but without its value. An
        unknown setting is an error.

        Secrets are not options. Their variables, or files with them, are in receipts help environment.
        """)

    static let output = HelpTopic(
        "output", "Text, JSON, colours and progress.",
        """
        Data goes to standard output, everything else to standard error, so pipes get data only.

        With --format json, commands print one JSON object per line; rules test spells it --output json. The JSON Schema
        of each command's objects is in Documentation/Schemas. Later versions may add members, so ignore unknown ones.

        Colours appear only on a terminal. The first of these that applies decides:

          NO_COLOR=1        no colours
          CLICOLOR_FORCE=1  colours, also in pipes
          CLICOLOR=0        no colours
          TERM=dumb         no colours

        Whatever takes more than a second shows its progress on one line of the terminal, on standard error, and removes
        the line when it ends. Pipes and files get none, and --quiet turns it off.
        """)

    static let testingRules = HelpTopic(
        "testing-rules", "How to check, test and compare security rules.",
        """
        Start in your project's folder. This writes a first suite from your rules:

          receipts init

        Read the suite, correct what you did not mean, and run it:

          receipts rules check firestore.rules            mistakes, with their lines
          receipts rules test rules-tests/firestore.yaml  expected and actual decisions
          receipts rules coverage SUITE                   conditions never true, or never false
          receipts rules mutate SUITE                     changes to the rules that no case notices
          receipts rules diff OLD NEW                     requests that a change allows or denies
          receipts rules attack --claims FILE             allowed requests that break a promise
          receipts rules lint firestore.rules             known holes, each with a request
          receipts rules access firestore.rules           who can do what

        Files that end in .json are rules of the Realtime Database. check, test, coverage and mutate take both languages;
        diff, attack, lint and access take Firestore's.

        receipts rules functions NAME explains a function. emulator start --explain prints why requests are denied
        while your app runs.
        """)

    static let schemas = HelpTopic(
        "schemas", "How messages store their receipts.",
        """
        --schema says how a chat stores its receipts:

          status        a status for each message, and the list of its readers; the default
          delivered-to  who has received and who has read it, and when first
          read-by       its readers only
          read-up-to    nothing; each member has a cursor, for large groups
          read-at       when each reader has read it, in the Realtime Database

        If your chat differs, describe it in a JSON file, and pass its path. The file lists what differs from a preset:

          {"preset": "status", "conversations": "chats", "sender": "senderID", "readBy": "seenBy"}

        Stages beyond read are rows of stages, which mark --stage NAME then accepts:

          {"preset": "status", "stages": [{"stage": "played", "users": "playedBy", "status": "played"}]}
          {"preset": "read-up-to", "stages": [{"stage": "played", "upTo": "playedUpTo"}]}

        A command refuses to write a receipt of one schema into a message of another. --force writes anyway.
        """)
}
