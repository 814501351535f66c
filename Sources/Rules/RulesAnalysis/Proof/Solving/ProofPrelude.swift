/// What scripts know of values, whatever the rules.
///
/// Plain values are those of the solver. Of lists, maps and all others it only knows their type, and what functions say of them: `has`,
/// `at` and `holds`, the keys and elements; `outside`, whether there are some that the rules do not name.
///
/// A `float` is any real number. What is none of them is an `oddfloat`: -0.0 is 0, the infinities are 1 and -1, and NaN is any other number.
enum ProofPrelude {
    /// The types of values that are not plain, by their numbers in the script.
    enum Kind: Int, CaseIterable {
        case bytes, list, map, path, latlng, set, difference, vector
    }

    static let text = """
        (declare-datatypes ((Value 0)) (((none) (truth (true? Bool)) (int (whole Int)) (float (real Real))
          (oddfloat (odd Int)) (text (string String)) (time (moment Int)) (span (length Int)) (other (kind Int) (id Int)))))
        (declare-fun has (Value String) Bool)
        (declare-fun at (Value String) Value)
        (declare-fun holds (Value Value) Bool)
        (declare-fun holdsInSet (Value Value) Bool)
        (declare-fun outside (Value) Bool)
        (declare-fun outsideInSet (Value) Bool)
        (declare-fun outsideKey (Value) Bool)
        (declare-fun outsideAffected (Value Value) Bool)
        (declare-fun count (Value) Int)
        (declare-fun rounded (Int) Real)
        (declare-fun before (String String) Bool)
        (declare-fun beforeOther (Value Value) Bool)
        (declare-fun sameOther (Value Value) Bool)
        (declare-fun equalOther (Value Value) Bool)
        (declare-fun segmentOther (Value) String)
        (declare-fun isSegmentOther (Value) Bool)
        (declare-fun sumOther (Value Value) Value)
        (declare-fun isSumOther (Value Value) Bool)
        (declare-fun lessOther (Value Value) Value)
        (declare-fun isLessOther (Value Value) Bool)
        (define-fun isKind ((v Value) (k Int)) Bool (and ((_ is other) v) (= (kind v) k)))
        (define-fun isTrue ((v Value)) Bool (and ((_ is truth) v) (true? v)))
        (define-fun isFalse ((v Value)) Bool (and ((_ is truth) v) (not (true? v))))
        (define-fun isNumber ((v Value)) Bool (or ((_ is int) v) ((_ is float) v) ((_ is oddfloat) v)))
        (define-fun isInt64 ((i Int)) Bool (and (<= (- 9223372036854775808) i) (<= i 9223372036854775807)))
        (define-fun isSmall ((i Int)) Bool (and (<= (- 9007199254740992) i) (<= i 9007199254740992)))
        (define-fun asReal ((i Int)) Real (ite (isSmall i) (to_real i)
          (ite (> i 0) (+ 9007199254740992.0 (ite (>= (rounded i) 0.0) (rounded i) 0.0))
            (- (- 9007199254740992.0) (ite (>= (rounded i) 0.0) (rounded i) 0.0)))))
        (define-fun isFinite ((v Value)) Bool
          (or ((_ is int) v) ((_ is float) v) (and ((_ is oddfloat) v) (= (odd v) 0))))
        (define-fun isInfinite ((v Value)) Bool
          (and ((_ is oddfloat) v) (or (= (odd v) 1) (= (odd v) (- 1)))))
        (define-fun isNaN ((v Value)) Bool (and ((_ is oddfloat) v) (not (isFinite v)) (not (isInfinite v))))
        (define-fun exactly ((v Value)) Real
          (ite ((_ is int) v) (to_real (whole v)) (ite ((_ is float) v) (real v) 0.0)))
        (define-fun asFloat ((v Value)) Real
          (ite ((_ is int) v) (asReal (whole v)) (ite ((_ is float) v) (real v) 0.0)))
        (define-fun equalOdd ((a Value) (b Value)) Bool
          (or (and (isInfinite a) (= a b)) (and (isFinite a) (isFinite b) (= (asFloat a) (asFloat b)))))
        (define-fun lessOdd ((a Value) (b Value)) Bool (and (not (isNaN a)) (not (isNaN b)) (not (= a b))
          (or (= a (oddfloat (- 1))) (= b (oddfloat 1)) (and (isFinite a) (isFinite b) (< (asFloat a) (asFloat b))))))
        (define-fun equal ((a Value) (b Value)) Bool
          (ite (and ((_ is int) a) ((_ is float) b)) (= (asReal (whole a)) (real b))
          (ite (and ((_ is float) a) ((_ is int) b)) (= (real a) (asReal (whole b)))
          (ite (or ((_ is oddfloat) a) ((_ is oddfloat) b)) (equalOdd a b)
          (ite (and ((_ is other) a) ((_ is other) b)) (and (= (kind a) (kind b)) (equalOther a b)) (= a b))))))
        (define-fun equalElement ((a Value) (b Value)) Bool
          (ite ((_ is other) a) (and ((_ is other) b) (equal a b)) (and (= a b) (not (isNaN a)))))
        (define-fun same ((a Value) (b Value)) Bool (or (= a b)
          (ite (and (isFinite a) (isFinite b)) (= (exactly a) (exactly b))
          (ite (and ((_ is other) a) ((_ is other) b)) (or (sameOther a b) (and (= (kind a) (kind b)) (equalOther a b)))
            (and (isNaN a) (isNaN b))))))
        (define-fun differs ((a Value) (b Value) (k String)) Bool
          (not (or (and (not (has a k)) (not (has b k))) (and (has a k) (has b k) (same (at a k) (at b k))))))
        (define-fun isPlainNumber ((v Value)) Bool (or ((_ is int) v) ((_ is float) v)))
        (define-fun isComparable ((a Value) (b Value)) Bool
          (or (and (isNumber a) (isNumber b)) (and ((_ is text) a) ((_ is text) b)) (and ((_ is time) a) ((_ is time) b))
            (and ((_ is span) a) ((_ is span) b)) (and (isKind a 0) (isKind b 0))))
        (define-fun less ((a Value) (b Value)) Bool
          (ite (and ((_ is int) a) ((_ is int) b)) (< (whole a) (whole b))
          (ite (and (isPlainNumber a) (isPlainNumber b)) (< (asFloat a) (asFloat b))
          (ite (isNumber a) (lessOdd a b)
          (ite ((_ is text) a) (and (not (= (string a) (string b))) (before (string a) (string b)))
          (ite ((_ is time) a) (< (moment a) (moment b))
          (ite ((_ is span) a) (< (length a) (length b)) (beforeOther a b))))))))
        (define-fun lessOrEqual ((a Value) (b Value)) Bool (or (less a b) (equal a b)))
        (define-fun segment ((v Value)) String (ite ((_ is text) v) (string v) (segmentOther v)))
        (define-fun isSegment ((v Value)) Bool (or ((_ is text) v) (isSegmentOther v)))
        (define-fun sum ((a Value) (b Value)) Value
          (ite (and ((_ is int) a) ((_ is int) b)) (int (+ (whole a) (whole b)))
          (ite (and ((_ is time) a) ((_ is span) b)) (time (+ (moment a) (length b)))
          (ite (and ((_ is span) a) ((_ is time) b)) (time (+ (length a) (moment b)))
          (ite (and ((_ is span) a) ((_ is span) b)) (span (+ (length a) (length b))) (sumOther a b))))))
        (define-fun isSum ((a Value) (b Value)) Bool
          (ite (and ((_ is int) a) ((_ is int) b)) (isInt64 (+ (whole a) (whole b))) (isSumOther a b)))
        (define-fun remainder ((a Value) (b Value)) Value
          (ite (and ((_ is int) a) ((_ is int) b)) (int (- (whole a) (whole b)))
          (ite (and ((_ is time) a) ((_ is span) b)) (time (- (moment a) (length b)))
          (ite (and ((_ is time) a) ((_ is time) b)) (span (- (moment a) (moment b)))
          (ite (and ((_ is span) a) ((_ is span) b)) (span (- (length a) (length b))) (lessOther a b))))))
        (define-fun isRemainder ((a Value) (b Value)) Bool
          (ite (and ((_ is int) a) ((_ is int) b)) (isInt64 (- (whole a) (whole b))) (isLessOther a b)))
        """
}
