#if Foundation
    #if !canImport(ObjectiveC)
        public import Foundation

        // Foundation has this name only on Apple's platforms. There it is another kind of pointer, but
        // `errorPointer?.pointee = error` means the same.
        /// Where the block of a transaction puts its error: `errorPointer?.pointee = error`.
        public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
    #endif
#endif
