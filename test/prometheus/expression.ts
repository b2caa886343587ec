// What an expression of PromQL reads: series with the labels that it asks them for, and the labels that it groups by. No parser: names, braces and lists.

export interface Selector {
  readonly name: string
  readonly labels: readonly string[]
}

export interface Expression {
  readonly selectors: readonly Selector[]
  /** Labels in `by`, `on`, `ignoring`, `group_left` and their like. */
  readonly grouped: readonly string[]
}

const WORDS = ['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring', 'group_left', 'group_right']
const LIST = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g
const NAME = /(?<![\w:.])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?(?!\s*\(|[\w:])/g

const names = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

export function readExpression(text: string): Expression {
  // neither what stands in quotes nor a range can be taken for a name
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\[[^\]]*\]/g, '')
  const grouped = [...bare.matchAll(LIST)].flatMap(([, list = '']) => names(list))
  const selectors = [...bare.replace(LIST, ' ').matchAll(NAME)].flatMap(([, name = '', braces = '{}']) => {
    if (WORDS.includes(name)) return []
    const labels = names(braces.slice(1, -1)).map((matcher) => matcher.replace(/\s*[=!].*$/, ''))
    return [{ name, labels }]
  })
  return { selectors, grouped }
}

/** What in it does not exist. */
export function unknownIn(text: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const { selectors, grouped } = readExpression(text)
  const found: string[] = []
  const all = new Set<string>()
  for (const { name, labels } of selectors) {
    const own = known.get(name)
    if (own === undefined) found.push(name)
    for (const label of own ?? []) all.add(label)
    for (const label of labels) if (own !== undefined && !own.has(label)) found.push(`${name}{${label}}`)
  }
  for (const label of grouped) if (!all.has(label)) found.push(`(${label})`)
  return found
}
