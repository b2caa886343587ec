// What the architecture test knows about a source file: its imports, and its uses of clocks and chance. From the syntax tree, so comments do not count.

import { posix } from 'node:path'
import ts from 'typescript'

export interface SourceText {
  /** Relative to the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface SourceFacts {
  readonly path: string
  readonly lines: number
  /** Project files, as paths of their sources. */
  readonly files: readonly string[]
  /** Names of packages; `node:fs` for built-in modules. */
  readonly packages: readonly string[]
  /** Such as `Date.now` or `setTimeout`. */
  readonly impurities: readonly string[]
  /** Methods that no code may call. */
  readonly forbidden: readonly string[]
}

/** Of bottleneck: it stops a limiter for ever. */
const FORBIDDEN = new Set(['updateSettings'])

const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])
const READS = new Set([
  'Date.now',
  'performance.now',
  'Math.random',
  'process.hrtime',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])

export function sourceFacts({ path, text }: SourceText): SourceFacts {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const specifiers: string[] = []
  const impurities: string[] = []
  const forbidden: string[] = []
  const visit = (node: ts.Node) => {
    const specifier = importOf(node)
    if (specifier !== undefined) specifiers.push(specifier)
    const impurity = impurityOf(node)
    if (impurity !== undefined) impurities.push(impurity)
    if (ts.isPropertyAccessExpression(node) && FORBIDDEN.has(node.name.text)) forbidden.push(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return {
    path,
    lines: text.split('\n').length - 1,
    files: specifiers.filter((name) => name.startsWith('.')).map((name) => resolved(path, name)),
    packages: specifiers.filter((name) => !name.startsWith('.')).map(packageOf),
    impurities,
    forbidden,
  }
}

function importOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return literal(node.arguments[0])
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal)
  return undefined
}

const literal = (node: ts.Node | undefined) => (node !== undefined && ts.isStringLiteral(node) ? node.text : undefined)

function impurityOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const name = `${node.expression.getText()}.${node.name.text}`.replace(/^globalThis\./, '')
    return READS.has(name) || TIMERS.has(name) ? name : undefined
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') {
    return (node.arguments?.length ?? 0) === 0 ? 'new Date()' : undefined
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const { text } = node.expression
    return TIMERS.has(text) || text === 'fetch' ? text : undefined
  }
  return undefined
}

function resolved(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts')
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
