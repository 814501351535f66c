/// The files of the page, which are part of the program: it can be copied anywhere, and needs no network.
enum PageFiles {
    /// A file: what it holds, and what it is.
    struct File: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    /// The file at a path; nil for any other path.
    static func file(at path: Substring) -> File? {
        files[path == "/" ? "/index.html" : String(path)]
    }

    static let files: [String: File] = [
        "/api.js": script(PackageResources.api_js),
        "/app.js": script(PackageResources.app_js),
        "/base.css": style(PackageResources.base_css),
        "/chat-announce.js": script(PackageResources.chat_announce_js),
        "/chat-avatar.js": script(PackageResources.chat_avatar_js),
        "/chat-composer.js": script(PackageResources.chat_composer_js),
        "/chat-devices.js": script(PackageResources.chat_devices_js),
        "/chat-heights.js": script(PackageResources.chat_heights_js),
        "/chat-link.js": script(PackageResources.chat_link_js),
        "/chat-list.js": script(PackageResources.chat_list_js),
        "/chat-message.js": script(PackageResources.chat_message_js),
        "/chat-messages.js": script(PackageResources.chat_messages_js),
        "/chat-pane.js": script(PackageResources.chat_pane_js),
        "/chat-picker.js": script(PackageResources.chat_picker_js),
        "/chat-reading.js": script(PackageResources.chat_reading_js),
        "/chat-receipt.js": script(PackageResources.chat_receipt_js),
        "/chat-rows.js": script(PackageResources.chat_rows_js),
        "/chat-sheet.js": script(PackageResources.chat_sheet_js),
        "/chat-time.js": script(PackageResources.chat_time_js),
        "/chat.css": style(PackageResources.chat_css),
        "/chat.js": script(PackageResources.chat_js),
        "/data-collections.js": script(PackageResources.data_collections_js),
        "/data-conflict.js": script(PackageResources.data_conflict_js),
        "/data-database.js": script(PackageResources.data_database_js),
        "/data-dialogs.js": script(PackageResources.data_dialogs_js),
        "/data-document.js": script(PackageResources.data_document_js),
        "/data-documents.js": script(PackageResources.data_documents_js),
        "/data-editor.js": script(PackageResources.data_editor_js),
        "/data-filter.js": script(PackageResources.data_filter_js),
        "/data-live.js": script(PackageResources.data_live_js),
        "/data-paths.js": script(PackageResources.data_paths_js),
        "/data-place.js": script(PackageResources.data_place_js),
        "/data-query.js": script(PackageResources.data_query_js),
        "/data-states.js": script(PackageResources.data_states_js),
        "/data-tree.js": script(PackageResources.data_tree_js),
        "/data-values.js": script(PackageResources.data_values_js),
        "/data.css": style(PackageResources.data_css),
        "/data.js": script(PackageResources.data_js),
        "/dom.js": script(PackageResources.dom_js),
        "/index.html": page(PackageResources.index_html),
        "/rules-asking.js": script(PackageResources.rules_asking_js),
        "/rules-coverage.js": script(PackageResources.rules_coverage_js),
        "/rules-editor.js": script(PackageResources.rules_editor_js),
        "/rules-explanation.js": script(PackageResources.rules_explanation_js),
        "/rules-json.js": script(PackageResources.rules_json_js),
        "/rules-listing.js": script(PackageResources.rules_listing_js),
        "/rules-log.js": script(PackageResources.rules_log_js),
        "/rules-page.js": script(PackageResources.rules_page_js),
        "/rules-service.js": script(PackageResources.rules_service_js),
        "/rules-source.js": script(PackageResources.rules_source_js),
        "/rules-try.js": script(PackageResources.rules_try_js),
        "/rules-values.js": script(PackageResources.rules_values_js),
        "/rules.css": style(PackageResources.rules_css),
        "/rules.js": script(PackageResources.rules_js),
        "/stores.js": script(PackageResources.stores_js),
        "/tree-database.js": script(PackageResources.tree_database_js),
        "/tree-dialogs.js": script(PackageResources.tree_dialogs_js),
        "/tree-nodes.js": script(PackageResources.tree_nodes_js),
        "/tree-paths.js": script(PackageResources.tree_paths_js),
        "/tree-rules-asking.js": script(PackageResources.tree_rules_asking_js),
        "/tree-rules-service.js": script(PackageResources.tree_rules_service_js),
        "/tree-rules-try.js": script(PackageResources.tree_rules_try_js),
        "/tree-rules.js": script(PackageResources.tree_rules_js),
        "/tree-values.js": script(PackageResources.tree_values_js),
        "/tree-view.js": script(PackageResources.tree_view_js),
        "/tree.css": style(PackageResources.tree_css),
        "/tree.js": script(PackageResources.tree_js),
        "/worker-chart.js": script(PackageResources.worker_chart_js),
        "/worker-letters.js": script(PackageResources.worker_letters_js),
        "/worker-rates.js": script(PackageResources.worker_rates_js),
        "/worker.css": style(PackageResources.worker_css),
        "/worker.js": script(PackageResources.worker_js),
    ]

    private static func page(_ bytes: [UInt8]) -> File {
        File(bytes: bytes, type: "text/html; charset=utf-8")
    }

    private static func script(_ bytes: [UInt8]) -> File {
        File(bytes: bytes, type: "text/javascript; charset=utf-8")
    }

    private static func style(_ bytes: [UInt8]) -> File {
        File(bytes: bytes, type: "text/css; charset=utf-8")
    }
}
