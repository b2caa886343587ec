// A YAML text checked against a schema: a typed value, or every problem at once, each with its place.
//
//   file:line:column key.path: expected what, got what

import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import { QuoinError } from '../domain/error.js'
import { looksLikeKey, maskKeys } from '../domain/key-like.js'
import { keysAt } from './schema-keys.js'
import { aliasProblems } from './yaml-aliases.js'

type Path = readonly (string | number)[]
type Issue = z.core.$ZodIssue

/** Values under these keys are never repeated in a message; nor is, anywhere, what looks like a key. */
const SECRET_KEY = /key|secret|password|passphrase|token$/i
const MAX_VALUE_LENGTH = 60
/** Of what the parser says; the rest mostly follows from these. */
const MOST_BROKEN = 5
/** More than any configuration has. A log, or a tape, would be read for minutes. */
const MOST_CHARS = 4_000_000
const MASK = '[secret]'
/** What follows the host of an address that names a user, or its query. */
const LOGIN = /\/\/[^/\s"]*@[^\s"]*|(?<=\/\/[^\s"?#]*)[?#][^\s"]*/g

export interface YamlSource {
  /** Shown in messages. */
  readonly file: string
  readonly text: string
}

/** Where a text that looks like a key may stand. */
export type KeyPlaces = (path: Path) => boolean

/**
 * Throws `bad-config` with one line for every problem. An empty text counts as an empty object. What looks like a key and stands
 * where none belongs is a problem; without `keyPlaces` it may stand anywhere.
 */
export function parseYaml<T>(source: YamlSource, schema: z.ZodType<T>, keyPlaces: KeyPlaces = () => true): T {
  refuseOther(source)
  const lines = new LineCounter()
  const document = parseDocument(source.text, {
    lineCounter: lines,
    prettyErrors: false,
    // 0x… stays text: as a number an address or a key would lose digits
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !('format' in tag) || tag.format !== 'HEX'),
  })
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${source.file}:${line}:${col}`
  }
  const broken = document.errors.map(({ pos: [offset], message }) => ({ offset, text: withoutContent(message) }))
  const unreadable = broken.length > 0 ? broken : aliasProblems(document)
  if (unreadable.length > 0) {
    const more = unreadable.length > MOST_BROKEN ? [`${source.file}: and ${unreadable.length - MOST_BROKEN} more`] : []
    fail([...unreadable.slice(0, MOST_BROKEN).map(({ offset, text }) => `${place(offset)} ${maskKeys(text)}`), ...more])
  }
  const value: unknown = document.toJS({ maxAliasCount: -1 }) ?? {}
  const checked = schema.safeParse(value)
  const misplaced = keysOutOfPlace(value, keyPlaces)
  if (checked.success && misplaced.length === 0) return checked.data
  const root = isNode(document.contents) ? document.contents : undefined
  const issues = checked.success ? [] : checked.error.issues
  const problems = [...misplaced, ...issues.flatMap((issue) => describe(issue, { schema, value, base: [] }))]
  fail(problems.map((problem) => `${place(offsetOf(root, problem.path))} ${dotted(problem.path)}: ${problem.text}`))
}

/** `file:line:column` of the key at `path`, or of the nearest thing above it that is there. */
export function placeIn({ file, text }: YamlSource, path: Path): string {
  const lines = new LineCounter()
  const { contents } = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const { line, col } = lines.linePos(offsetOf(isNode(contents) ? contents : undefined, path))
  return `${file}:${line}:${col}`
}

/** What is no configuration at all: a tape, a database, a log, or a text of another encoding. */
function refuseOther({ file, text }: YamlSource): void {
  if (text.includes('\0'))
    fail([`${file}: expected text in UTF-8, got bytes that are none, as of a binary file or UTF-16`])
  if (text.length > MOST_CHARS) fail([`${file}: expected at most ${MOST_CHARS} characters, got ${text.length}`])
}

/** It may be the file of a passphrase, or of an address that is a secret. */
const withoutContent = (message: string) =>
  message.split(/ in YAML stream: |(?<=extra characters|Not a YAML token): /)[0] ?? ''

/** Of a file that a program wrote, one mistake is there a thousand times. */
const MOST_PROBLEMS = 50

function fail(problems: readonly string[]): never {
  const more = problems.length - MOST_PROBLEMS
  const shown = more <= 0 ? problems : [...problems.slice(0, MOST_PROBLEMS), `and ${more} more`]
  throw new QuoinError('bad-config', shown.join('\n'))
}

interface Problem {
  readonly path: Path
  readonly text: string
}

interface Context {
  readonly schema: z.ZodType
  readonly value: unknown
  readonly base: Path
}

function describe(issue: Issue, context: Context): Problem[] {
  const path = [...context.base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(context.schema, path)
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      text: `expected a known key, got "${maskKeys(key)}"${didYouMean(key, index === 0 ? known : [], known)}`,
    }))
  }
  if (issue.code === 'invalid_union') {
    // the branch that accepts the value's type says more than "no branch fits"
    const branch = issue.errors.find((issues) => issues.every((inner) => inner.path.length > 0 || !isTypeIssue(inner)))
    if (branch !== undefined) return branch.flatMap((inner) => describe(inner, { ...context, base: path }))
  }
  return [{ path, text: `expected ${expectation(issue)}, got ${shown(valueAt(context.value, path), path)}` }]
}

/** A key where a path or a name belongs would be printed, made a folder of, or asked a name server for. */
function keysOutOfPlace(value: unknown, allowed: KeyPlaces, path: Path = []): Problem[] {
  if (typeof value === 'string') {
    const text = `expected no key here, got ${MASK}; put it into a file of mode 0400 and name the file`
    return looksLikeKey(value) && !allowed(path) ? [{ path, text }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => keysOutOfPlace(inner, allowed, [...path, key]))
}

const isTypeIssue = (issue: Issue) => issue.code === 'invalid_type' || issue.code === 'invalid_value'

function expectation(issue: Issue): string {
  if (issue.message.startsWith('expected ')) return issue.message.slice('expected '.length)
  switch (issue.code) {
    case 'invalid_type':
      return article(issue.expected)
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_format':
      return issue.pattern === undefined ? article(issue.format) : `text matching ${issue.pattern}`
    default:
      return `something else (${issue.message})`
  }
}

function bound(origin: string, words: string, limit: number | bigint): string {
  const unit = origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : ''
  return `${words} ${limit}${unit}`
}

const NAMES: Record<string, string> = {
  object: 'a section with keys',
  array: 'a list',
  string: 'text',
  int: 'a whole number',
  record: 'a section with keys',
}
const article = (type: string) => NAMES[type] ?? `a ${type}`

function shown(value: unknown, path: Path): string {
  if (value === undefined || value === null) return 'nothing'
  // a file without keys is no configuration: it may be that of a secret
  if (path.length === 0 && (typeof value !== 'object' || Array.isArray(value)))
    return article(Array.isArray(value) ? 'array' : typeof value)
  // JSON has no word for it
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (path.some((key) => SECRET_KEY.test(String(key)))) return MASK
  const text = maskKeys(JSON.stringify(value, withoutSecrets) ?? typeof value).replace(LOGIN, MASK)
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
}

const withoutSecrets = (key: string, value: unknown): unknown =>
  SECRET_KEY.test(key) ? MASK : typeof value === 'string' ? maskKeys(value) : value

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

const dotted = (path: Path) => (path.length === 0 ? '(file)' : path.map((key) => maskKeys(String(key))).join('.'))

/** Offset of the key at `path`, or of the nearest thing above it that exists. */
function offsetOf(root: Node | undefined, path: Path): number {
  let at: Node | undefined = root
  let offset = root?.range?.[0] ?? 0
  for (const key of path) {
    const next = childOf(at, key)
    if (next === undefined) break
    offset = next.offset
    at = next.node
  }
  return offset
}

function childOf(node: Node | undefined, key: string | number): { offset: number; node: Node | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
    if (pair === undefined || !isScalar(pair.key)) return undefined
    return { offset: pair.key.range?.[0] ?? 0, node: isNode(pair.value) ? pair.value : undefined }
  }
  const item = isSeq(node) ? node.items[Number(key)] : undefined
  return isNode(item) ? { offset: item.range?.[0] ?? 0, node: item } : undefined
}

/** The nearest of the `known` keys, or else the `listed` ones. */
function didYouMean(key: string, listed: readonly string[], known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, distance: editDistance(key.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (near !== undefined && near.distance <= Math.max(2, key.length / 3)) return `; did you mean "${near.name}"?`
  return listed.length === 0 ? '' : `; known: ${listed.join(', ')}`
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
