// What authors of strategies may use, for docs/strategies.md: the types of view and wish, and the functions of the public entry. From the syntax trees.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const ENTRY = 'src/index.ts'

/** In the order in which they are read. */
const TYPES: readonly (readonly [file: string, names: readonly string[]])[] = [
  [
    'src/strategy/view/market-view.ts',
    ['EveryField', 'MarketInfo', 'OthersBook', 'FairView', 'Inventory', 'RestingQuote', 'SeenTrade', 'SignalView'],
  ],
  ['src/domain/run/snapshot.ts', ['PriceSize']],
  ['src/domain/orders/wish.ts', ['Wish', 'WishedQuote']],
  ['src/domain/market/side.ts', ['Outcome', 'Side']],
]

/** As they are written, without what every one of them has: `export` and `readonly`. */
export function strategyTypes(): string {
  const blocks = TYPES.flatMap(([file, names]) => {
    const source = sourceOf(file)
    return names.map((name) => {
      const found = source.statements.find((each) => isTypeOf(each, name))
      if (found === undefined) throw new Error(`${file}: expected the type ${name}`)
      const text = source.text.slice(found.getStart(source, true), found.end)
      return text.replace(/^export /m, '').replaceAll('readonly ', '')
    })
  })
  return `\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\``
}

const isTypeOf = (statement: ts.Statement, name: string) =>
  (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) && statement.name.text === name

/** Name with its arguments, and what it gives: of every function of the entry that has a file in one of these folders. */
export function entryFunctions(...folders: readonly string[]): (readonly [call: string, meaning: string])[] {
  return exportsOf(ENTRY)
    .filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap(({ file, names }) => {
      const source = sourceOf(file)
      return source.statements.flatMap((each) =>
        ts.isFunctionDeclaration(each) && each.name !== undefined && names.includes(each.name.text)
          ? [[callOf(each, source), meaningOf(each, file)] as const]
          : [],
      )
    })
}

function exportsOf(file: string): { file: string; names: readonly string[] }[] {
  return sourceOf(file).statements.flatMap((each) => {
    if (!ts.isExportDeclaration(each) || each.exportClause === undefined || !ts.isNamedExports(each.exportClause))
      return []
    const from = each.moduleSpecifier
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return []
    const path = join(dirname(file), from.text).replace(/\.js$/, '.ts')
    return [{ file: path, names: each.exportClause.elements.map(({ name }) => name.text) }]
  })
}

function callOf({ name, parameters }: ts.FunctionDeclaration, source: ts.SourceFile): string {
  const names = parameters.map(
    (each) => `${each.name.getText(source)}${each.initializer || each.questionToken ? '?' : ''}`,
  )
  return `${name?.text}(${names.join(', ')})`
}

function meaningOf(declaration: ts.FunctionDeclaration, file: string): string {
  const [said] = ts.getJSDocCommentsAndTags(declaration)
  const text = said === undefined ? undefined : ts.getTextOfJSDocComment(said.comment)
  if (text === undefined)
    throw new Error(`${file}: expected a comment at ${declaration.name?.text}, which docs/strategies.md shows`)
  return text.replaceAll('\n', ' ')
}

function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}
