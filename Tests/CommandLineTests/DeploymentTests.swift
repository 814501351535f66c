import ArgumentParser
import Foundation
import RulesTesting
import Testing

@testable import receipts

/// The manifests below Deploy: their form, and that the program accepts what they pass to it.
@Suite("Deployments")
struct DeploymentTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Deploy").standardized

    private static let files = [
        "CloudRun/service.yaml", "Kubernetes/worker.yaml", "Kubernetes/keda.yaml", "Kubernetes/hpa.yaml",
    ]

    private func documents(_ file: String) throws -> [SuiteNode] {
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        return try text.components(separatedBy: "\n---\n").map { try SuiteNode.yaml($0, file: file) }
    }

    @Test func `all manifests are known here`() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
        #expect(Set(found.filter { $0.hasSuffix(".yaml") }) == Set(Self.files))
    }

    @Test(arguments: files)
    func `each document has a version, a kind, a name and a specification`(file: String) throws {
        let kinds = [
            "Service": "serving.knative.dev/v1", "ServiceAccount": "v1", "Deployment": "apps/v1",
            "PodDisruptionBudget": "policy/v1", "TriggerAuthentication": "keda.sh/v1alpha1",
            "ScaledObject": "keda.sh/v1alpha1", "HorizontalPodAutoscaler": "autoscaling/v2",
        ]
        for document in try documents(file) {
            let kind = try #require(document["kind"]?.text)
            #expect(document["apiVersion"]?.text == kinds[kind])
            #expect(document["metadata"]?["name"]?.text == "receipts-worker")
            #expect((document["spec"] == nil) == (kind == "ServiceAccount"))
        }
    }

    @Test(arguments: ["CloudRun/service.yaml", "Kubernetes/worker.yaml"])
    func `the program accepts the arguments, and the probes exist`(file: String) throws {
        var count = 0
        for document in try documents(file) {
            guard let pod = document["spec"]?["template"]?["spec"] else { continue }
            for container in pod["containers"]?.list ?? [] {
                count += 1
                let arguments = container["args"]?.list.compactMap(\.text) ?? []
                let command = try #require(try ReceiptsCommand.parseAsRoot(arguments) as? WorkerRunCommand)
                #expect(command.keepsNothing && command.listen == "0.0.0.0:8080")
                #expect(container["env"]?.list.map { $0["name"]?.text } == ["RECEIPTS_INTAKE_TOKEN"])
                #expect(container["ports"]?.list.first?["containerPort"]?.number == 8080)
                #expect(container["livenessProbe"]?["httpGet"]?["path"]?.text == "/healthz")
                if let probe = container["readinessProbe"] {
                    #expect(probe["httpGet"]?["path"]?.text == "/readyz")
                }
            }
            if let grace = pod["terminationGracePeriodSeconds"]?.number { #expect(grace > 10) }
        }
        #expect(count == 1)
    }

    @Test func `the autoscalers scale the deployment by the backlog of its subscription`() throws {
        let keda = try documents("Kubernetes/keda.yaml")
        let trigger = try #require(keda[1]["spec"]?["triggers"]?.list.first)
        #expect(trigger["type"]?.text == "gcp-pubsub")
        #expect(trigger["authenticationRef"]?["name"]?.text == keda[0]["metadata"]?["name"]?.text)
        #expect(trigger["metadata"]?["subscriptionName"]?.text?.hasSuffix("/receipts-worker") == true)
        let external = try documents("Kubernetes/hpa.yaml")[0]["spec"]?["metrics"]?.list.first?["external"]
        #expect(
            external?["metric"]?["name"]?.text
                == "pubsub.googleapis.com|subscription|num_undelivered_messages")
        #expect(
            external?["metric"]?["selector"]?["matchLabels"]?["resource.labels.subscription_id"]?.text
                == "receipts-worker")
    }

    @Test func `the permissions are those that the page lists`() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        for role in [
            "pubsub.publisher", "pubsub.subscriber", "datastore.user", "run.invoker", "monitoring.viewer",
            "secretmanager.secretAccessor",
        ] {
            #expect(page.contains("`roles/\(role)`"), "\(role)")
        }
    }
}

extension SuiteNode {
    fileprivate subscript(key: String) -> SuiteNode? {
        guard case .map(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var text: String? {
        if case .string(let text) = content { text } else { nil }
    }

    fileprivate var number: Int64? {
        if case .int(let number) = content { number } else { nil }
    }

    fileprivate var list: [SuiteNode] {
        if case .list(let nodes) = content { nodes } else { [] }
    }
}
