// A change of one place of the sources that somebody might have made by mistake.

/** Named as Stryker names them; a removed statement is ours. */
export type Mutator =
  | 'ArithmeticOperator'
  | 'ArrayDeclaration'
  | 'ArrowFunction'
  | 'AssignmentOperator'
  | 'BlockStatement'
  | 'BooleanLiteral'
  | 'ConditionalExpression'
  | 'EqualityOperator'
  | 'LogicalOperator'
  | 'MethodExpression'
  | 'ObjectLiteral'
  | 'OptionalChaining'
  | 'StatementRemoval'
  | 'UnaryOperator'
  | 'UpdateOperator'

export interface Mutant {
  /** Below the root, as `src/risk/limits/breach.ts`. */
  readonly file: string
  /** Where in its text, characters. */
  readonly start: number
  readonly end: number
  readonly line: number
  readonly mutator: Mutator
  readonly original: string
  readonly replacement: string
}

export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** The same change of the same text has the same key, wherever it has moved to in its file. */
export function keyOf({ file, mutator, original, replacement }: Mutant, nth: number): string {
  return [file, mutator, original, replacement, nth].join('\u0000')
}
