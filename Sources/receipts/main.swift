print("receipts")
