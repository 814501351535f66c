extension RulesFile {
    /// The file with one part left out or made simpler, each in turn, the large parts first.
    var simplerOnes: [RulesFile] {
        blocks.variants { $0.simplerOnes }.map { changing(self, \.blocks, $0) }
            + functions.variants { $0.simplerOnes }.map { changing(self, \.functions, $0) }
    }
}

extension RulesFile.Block {
    var simplerOnes: [RulesFile.Block] {
        blocks.variants { $0.simplerOnes }.map { changing(self, \.blocks, $0) }
            + allows.variants { $0.simplerOnes }.map { changing(self, \.allows, $0) }
            + functions.variants { $0.simplerOnes }.map { changing(self, \.functions, $0) }
    }
}

extension RulesFile.Allow {
    var simplerOnes: [RulesFile.Allow] {
        let fewer =
            methods.count > 1 ? methods.map { RulesFile.Allow(methods: [$0], condition: condition) } : []
        let simpler = condition?.simplerOnes ?? []
        return fewer + simpler.map { RulesFile.Allow(methods: methods, condition: $0) }
    }
}

extension RulesFile.Function {
    var simplerOnes: [RulesFile.Function] {
        let fewer = variables.variants { variable in
            variable.value.simplerOnes.map { RulesFile.Function.Variable(name: variable.name, value: $0) }
        }
        return fewer.map {
            RulesFile.Function(name: name, parameters: parameters, variables: $0, result: result)
        }
            + result.simplerOnes.map {
                RulesFile.Function(name: name, parameters: parameters, variables: variables, result: $0)
            }
    }
}

extension Array {
    /// The array with one element left out, then with one made simpler, each in turn.
    fileprivate func variants(_ simpler: (Element) -> [Element]) -> [[Element]] {
        let shorter = indices.map { index in
            var array = self
            array.remove(at: index)
            return array
        }
        let changed = indices.flatMap { index in
            simpler(self[index]).map { element in
                var array = self
                array[index] = element
                return array
            }
        }
        return shorter + changed
    }
}

private func changing<Whole, Part>(
    _ whole: Whole, _ path: WritableKeyPath<Whole, Part>, _ part: Part
) -> Whole {
    var whole = whole
    whole[keyPath: path] = part
    return whole
}
