// Every mutant of a source file, out of its syntax tree. Texts are left alone: what a message says is no matter of a simulation. That is what
// the wording in a property or a variable named `message`, `detail` or `words` is made of, and an error.

import ts from 'typescript'
import type { Mutant, Mutator } from './mutant.js'

type Change = readonly [mutator: Mutator, node: ts.Node, replacement: string]

const { SyntaxKind: Kind } = ts

const EQUALITY: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [Kind.LessThanToken]: ['<=', '>='],
  [Kind.LessThanEqualsToken]: ['<', '>'],
  [Kind.GreaterThanToken]: ['>=', '<='],
  [Kind.GreaterThanEqualsToken]: ['>', '<'],
  [Kind.EqualsEqualsEqualsToken]: ['!=='],
  [Kind.ExclamationEqualsEqualsToken]: ['==='],
}
const LOGICAL: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [Kind.AmpersandAmpersandToken]: ['||'],
  [Kind.BarBarToken]: ['&&'],
  [Kind.QuestionQuestionToken]: ['&&'],
}
const ARITHMETIC: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [Kind.PlusToken]: ['-'],
  [Kind.MinusToken]: ['+'],
  [Kind.AsteriskToken]: ['/'],
  [Kind.SlashToken]: ['*'],
  [Kind.PercentToken]: ['*'],
}
const ASSIGNMENT: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [Kind.PlusEqualsToken]: ['-='],
  [Kind.MinusEqualsToken]: ['+='],
  [Kind.AsteriskEqualsToken]: ['/='],
  [Kind.SlashEqualsToken]: ['*='],
  [Kind.QuestionQuestionEqualsToken]: ['='],
}
const OPERATORS: readonly (readonly [Mutator, Partial<Record<ts.SyntaxKind, readonly string[]>>])[] = [
  ['EqualityOperator', EQUALITY],
  ['LogicalOperator', LOGICAL],
  ['ArithmeticOperator', ARITHMETIC],
  ['AssignmentOperator', ASSIGNMENT],
]
/** Of what has one of these names; an empty one is left out. */
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ some: 'every', every: 'some', min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' },
    ...{ filter: '', slice: '', sort: '', toSorted: '', reverse: '', startsWith: 'endsWith', endsWith: 'startsWith' },
  }),
)

export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)
  const found: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isText(node)) return
    for (const [mutator, at, replacement] of changesOf(node, source)) {
      const start = at.getStart(source)
      const original = text.slice(start, at.end)
      if (original === replacement) continue
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      found.push({ file, start, end: at.end, line, mutator, original, replacement })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Names of what is told to a person and read by no program. */
const TEXTS: ReadonlySet<string> = new Set(['message', 'detail', 'words'])

function isText(node: ts.Node): boolean {
  const { parent } = node
  if (parent === undefined) return false
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return ts.isIdentifier(parent.name) && TEXTS.has(parent.name.text) && parent.initializer === node && isWording(node)
  return ts.isNewExpression(parent) && parent.expression !== node && parent.expression.getText().endsWith('Error')
}

/** Whatever it comes to is a text that stands here: what is signed may be called a message, too. */
function isWording(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return isWording(node.whenTrue) && isWording(node.whenFalse)
  if (ts.isArrowFunction(node)) return isWording(node.body)
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node)
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node))
    return ofCondition(node.expression, ts.isIfStatement(node))
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, true)
  if (ts.isForStatement(node) && node.condition !== undefined) return ofCondition(node.condition, false)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofUnary(node, source)
  if (node.kind === Kind.TrueKeyword) return [['BooleanLiteral', node, 'false']]
  if (node.kind === Kind.FalseKeyword) return [['BooleanLiteral', node, 'true']]
  if (ts.isBlock(node)) return node.statements.length === 0 ? [] : [['BlockStatement', node, '{}']]
  if (ts.isExpressionStatement(node)) return ofStatement(node)
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0 ? [] : [['ArrayDeclaration', node, '[]']]
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0 ? [] : [['ObjectLiteral', node, '{}']]
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [['ArrowFunction', node, '() => undefined']]
  if (ts.isCallExpression(node)) return ofCall(node, source)
  if (ts.isQuestionDotToken(node))
    return [['OptionalChaining', node, ts.isPropertyAccessExpression(node.parent) ? '.' : '']]
  return []
}

/** A condition that is an operation of its own is mutated there. */
function ofCondition(condition: ts.Expression, isWithoutLoop: boolean): Change[] {
  if (isDecision(condition)) return []
  const never: Change = ['ConditionalExpression', condition, 'false']
  return isWithoutLoop ? [['ConditionalExpression', condition, 'true'], never] : [never]
}

function isDecision(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node)) return false
  const { kind } = node.operatorToken
  return kind in EQUALITY || kind === Kind.AmpersandAmpersandToken || kind === Kind.BarBarToken
}

function ofBinary(node: ts.BinaryExpression): Change[] {
  const { kind } = node.operatorToken
  const operators = OPERATORS.flatMap(([mutator, table]) =>
    (table[kind] ?? []).map((other): Change => [mutator, node.operatorToken, other]),
  )
  if (!isDecision(node)) return operators
  const always: Change = ['ConditionalExpression', node, 'true']
  const never: Change = ['ConditionalExpression', node, 'false']
  const isLoop = ts.isIterationStatement(node.parent, false)
  return [...operators, ...(isLoop ? [never] : [always, never])]
}

function ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, source: ts.SourceFile): Change[] {
  const operand = node.operand.getText(source)
  switch (node.operator) {
    case Kind.ExclamationToken:
      return [['BooleanLiteral', node, operand]]
    case Kind.MinusToken:
      return [['UnaryOperator', node, operand]]
    case Kind.PlusPlusToken:
      return [['UpdateOperator', node, ts.isPrefixUnaryExpression(node) ? `--${operand}` : `${operand}--`]]
    case Kind.MinusMinusToken:
      return [['UpdateOperator', node, ts.isPrefixUnaryExpression(node) ? `++${operand}` : `${operand}++`]]
    default:
      return []
  }
}

/** What is forgotten; the only statement of a block is forgotten with it. */
function ofStatement(node: ts.ExpressionStatement): Change[] {
  const { expression, parent } = node
  const isSuper = ts.isCallExpression(expression) && expression.expression.kind === Kind.SuperKeyword
  const isAlone = ts.isBlock(parent) && parent.statements.length === 1
  // what is changed in place has mutants of its own
  const isStep = ts.isPostfixUnaryExpression(expression) || ts.isPrefixUnaryExpression(expression)
  return isSuper || isAlone || isStep ? [] : [['StatementRemoval', node, ';']]
}

function ofCall(node: ts.CallExpression, source: ts.SourceFile): Change[] {
  const { expression: callee } = node
  if (!ts.isPropertyAccessExpression(callee)) return []
  const other = METHODS.get(callee.name.text)
  if (other === undefined) return []
  return other === ''
    ? [['MethodExpression', node, callee.expression.getText(source)]]
    : [['MethodExpression', callee.name, other]]
}
