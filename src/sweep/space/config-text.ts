// A configuration's text with other values in it. Comments and layout stay.

import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { type Document, isCollection, isScalar, parseDocument } from 'yaml'
import { QuoinError } from '../../domain/error.js'
import type { Value } from './parameter.js'

export interface Change {
  readonly path: string
  readonly value: Value
}

/** Throws `bad-config` where a path leads through something that has no keys. */
export function withValues(text: string, changes: readonly Change[]): string {
  const document = read(text)
  for (const { path, value } of changes) put(document, path, value)
  return written(document)
}

/** Keys whose values are files, relative to the configuration; `[]`: of each in a list. */
const FILES = [
  ...['venue.profile', 'venue.apiKeyFile', 'strategy.file', 'backtest.tape', 'signals.files[].path'],
  ...['wallet.privateKeyFile', 'wallet.keystoreFile', 'wallet.passphraseFile', 'wallet.signer.socket'],
  ...['alerts.webhooks[].urlFile', 'control.tokenFile', 'dashboard.tokenFile', 'fleet.redis.urlFile'],
]

/** The text for another place, `to`, from which its relative paths lead to the same files; `headline` above it as a comment. */
export function movedText(text: string, from: string, to: string, headline: readonly string[]): string {
  const document = read(text)
  for (const path of FILES.flatMap((key) => pathsOf(document, key))) {
    const file: unknown = isAt(document, path) ? document.getIn(path) : undefined
    if (typeof file !== 'string' || isAbsolute(file)) continue
    const moved = relative(dirname(resolve(to)), resolve(dirname(resolve(from)), file))
    if (moved !== file) document.setIn(path, moved)
  }
  const above = headline.map((line) => ` ${line}`).join('\n')
  document.commentBefore = document.commentBefore ? `${above}\n\n${document.commentBefore}` : above
  return written(document)
}

/** As the configuration is read: 0x… stays text. */
function read(text: string): Document {
  return parseDocument(text, {
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !('format' in tag) || tag.format !== 'HEX'),
  })
}

/** Long lines are not broken. */
const written = (document: Document) => document.toString({ lineWidth: 0 })

/** One, or one for each in the list. */
function pathsOf(document: Document, key: string): readonly (readonly string[])[] {
  const [section = '', inList] = key.split('[].')
  const path = section.split('.')
  if (inList === undefined) return [path]
  const list: unknown = isAt(document, path) ? document.getIn(path, true) : undefined
  return isCollection(list) ? list.items.map((_item, i) => [...path, String(i), inList]) : []
}

const isAt = (document: Document, path: readonly string[]) => {
  for (let depth = 0; depth < path.length; depth++) {
    const above: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (!isCollection(above)) return false
  }
  return true
}

function put(document: Document, path: string, value: Value): void {
  const keys = path.split('.')
  for (let depth = 1; depth < keys.length; depth++) {
    const above = keys.slice(0, depth)
    const section: unknown = isAt(document, above) ? document.getIn(above, true) : undefined
    if (isCollection(section)) continue
    const plain: unknown = isAt(document, above) ? document.getIn(above) : undefined
    if (plain !== undefined && plain !== null) {
      throw new QuoinError('bad-config', `${path}: expected a section at ${above.join('.')}, got another value`)
    }
    document.setIn(above, document.createNode({}))
  }
  document.setIn(keys, value)
  const node: unknown = document.getIn(keys, true)
  // how the former number was written says nothing of this one
  if (isScalar(node)) Object.assign(node, { format: undefined, minFractionDigits: undefined })
}
