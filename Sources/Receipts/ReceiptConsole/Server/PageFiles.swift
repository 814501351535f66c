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
        "/addresses.js": script(PackageResources.addresses_js),
        "/again.js": script(PackageResources.again_js),
        "/api.js": script(PackageResources.api_js),
        "/app.js": script(PackageResources.app_js),
        "/base.css": style(PackageResources.base_css),
        "/chat-announce.js": script(PackageResources.chat_announce_js),
        "/chat-avatar.js": script(PackageResources.chat_avatar_js),
        "/chat-composer.js": script(PackageResources.chat_composer_js),
        "/chat-conversations.js": script(PackageResources.chat_conversations_js),
        "/chat-devices.js": script(PackageResources.chat_devices_js),
        "/chat-drafts.js": script(PackageResources.chat_drafts_js),
        "/chat-heights.js": script(PackageResources.chat_heights_js),
        "/chat-layout.js": script(PackageResources.chat_layout_js),
        "/chat-list.js": script(PackageResources.chat_list_js),
        "/chat-message.js": script(PackageResources.chat_message_js),
        "/chat-messages.js": script(PackageResources.chat_messages_js),
        "/chat-older.js": script(PackageResources.chat_older_js),
        "/chat-overview.js": script(PackageResources.chat_overview_js),
        "/chat-pane.js": script(PackageResources.chat_pane_js),
        "/chat-picker.js": script(PackageResources.chat_picker_js),
        "/chat-reading.js": script(PackageResources.chat_reading_js),
        "/chat-receipt.js": script(PackageResources.chat_receipt_js),
        "/chat-rows.js": script(PackageResources.chat_rows_js),
        "/chat-sheet.js": script(PackageResources.chat_sheet_js),
        "/chat-time.js": script(PackageResources.chat_time_js),
        "/chat-unsent.js": script(PackageResources.chat_unsent_js),
        "/chat.css": style(PackageResources.chat_css),
        "/chat.js": script(PackageResources.chat_js),
        "/connection-state.js": script(PackageResources.connection_state_js),
        "/connection.js": script(PackageResources.connection_js),
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
        "/frame.css": style(PackageResources.frame_css),
        "/frame.js": script(PackageResources.frame_js),
        "/index.html": page(PackageResources.index_html),
        "/line-diff.js": script(PackageResources.line_diff_js),
        "/notices.css": style(PackageResources.notices_css),
        "/notices.js": script(PackageResources.notices_js),
        "/refusal-words.js": script(PackageResources.refusal_words_js),
        "/refusals.js": script(PackageResources.refusals_js),
        "/navigation.js": script(PackageResources.navigation_js),
        "/rules-asking.js": script(PackageResources.rules_asking_js),
        "/rules-coverage.js": script(PackageResources.rules_coverage_js),
        "/rules-difference.js": script(PackageResources.rules_difference_js),
        "/rules-editor.js": script(PackageResources.rules_editor_js),
        "/rules-explanation.js": script(PackageResources.rules_explanation_js),
        "/rules-hint.js": script(PackageResources.rules_hint_js),
        "/rules-json.js": script(PackageResources.rules_json_js),
        "/rules-keys.js": script(PackageResources.rules_keys_js),
        "/rules-listing.js": script(PackageResources.rules_listing_js),
        "/rules-log.js": script(PackageResources.rules_log_js),
        "/rules-page.js": script(PackageResources.rules_page_js),
        "/rules-pane.js": script(PackageResources.rules_pane_js),
        "/rules-review.js": script(PackageResources.rules_review_js),
        "/rules-service.js": script(PackageResources.rules_service_js),
        "/rules-source.js": script(PackageResources.rules_source_js),
        "/rules-tabs.js": script(PackageResources.rules_tabs_js),
        "/rules-try-form.js": script(PackageResources.rules_try_form_js),
        "/rules-try.js": script(PackageResources.rules_try_js),
        "/rules-values.js": script(PackageResources.rules_values_js),
        "/rules-versions.css": style(PackageResources.rules_versions_css),
        "/rules-versions.js": script(PackageResources.rules_versions_js),
        "/rules.css": style(PackageResources.rules_css),
        "/rules.js": script(PackageResources.rules_js),
        "/scrolling.js": script(PackageResources.scrolling_js),
        "/stores.js": script(PackageResources.stores_js),
        "/touch.css": style(PackageResources.touch_css),
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
        "/unknown.js": script(PackageResources.unknown_js),
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
