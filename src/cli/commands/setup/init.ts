// `quoin init`: asks four questions, or takes flags, and writes a configuration with the profile of its venue beside it.

import { rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fetch } from 'undici'
import { parseConfig } from '../../../config/config.js'
import { placeholdersIn } from '../../../config/placeholders.js'
import { QuoinError } from '../../../domain/error.js'
import { looksLikeKey } from '../../../domain/key-like.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { type InitFlags, initAnswers } from '../../setup/init-answers.js'
import { configText, profileIn, profileText } from '../../setup/init-files.js'
import { writeNewFile } from '../../setup/new-file.js'

const DEADLINE_MS = 5000
const READABLE = 0o644

export async function init(flags: InitFlags, context: CommandContext): CommandResult {
  const { out } = context
  const { keystore, passphraseFile, keyFile } = flags
  if ((keystore === undefined) !== (passphraseFile === undefined)) {
    throw new QuoinError('bad-argument', '--keystore, --passphrase-file: expected both or none')
  }
  if (keystore !== undefined && keyFile !== undefined) {
    throw new QuoinError('bad-argument', '--key-file: expected no keystore beside it')
  }
  refuseKeys(flags)
  const answers = await initAnswers(flags, context)
  const { place, url } = answers
  const file = resolve(flags.file)
  const profileFile = `${file.replace(/\.ya?ml$/i, '')}.venue.yaml`
  const published = place === 'sandbox' ? undefined : profileIn(await rootOf(url))
  const text = configText(answers, fromFolder(flags, dirname(file)), basename(profileFile))
  writeNewFile(profileFile, profileText(place, url, published), READABLE)
  try {
    parseConfig({ file, text })
    writeNewFile(file, text, READABLE)
  } catch (thrown) {
    rmSync(profileFile)
    throw thrown
  }
  const left = placeholdersIn(file)
  out.data({ config: file, profile: profileFile, place, published: published !== undefined, left }, () => [
    `written: ${flags.file}, and the venue's profile ${join(dirname(flags.file), basename(profileFile))}`,
    ...(left.length === 0 ? [] : ['the venue publishes no profile; yours to fill in:', ...left]),
  ])
  out.note(`next: quoin check ${flags.file}, quoin doctor ${flags.file}, quoin run ${flags.file}`)
  return 'ok'
}

/** A key in the place of its file would be written down for good. */
function refuseKeys({ file, apiKeyFile, keystore, passphraseFile, keyFile }: InitFlags): void {
  const paths = {
    ...{ file, '--api-key-file': apiKeyFile, '--keystore': keystore },
    ...{ '--passphrase-file': passphraseFile, '--key-file': keyFile },
  }
  for (const [flag, path] of Object.entries(paths)) {
    if (path === undefined || !looksLikeKey(path)) continue
    throw new QuoinError('bad-argument', `${flag}: expected the path of a file, got what looks like a key`)
  }
}

/** What the venue says of itself; `undefined` where nobody answers with JSON: the profile is then for the user to fill in. */
async function rootOf(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' })
    return await response.json()
  } catch {
    return undefined
  }
}

/** Paths on the command line are relative to where it runs, those in the file to the file. */
function fromFolder(flags: InitFlags, folder: string): InitFlags {
  const moved = (path: string | undefined) => (path === undefined ? undefined : relative(folder, resolve(path)) || '.')
  const { apiKeyFile, keystore, passphraseFile, keyFile, ...rest } = flags
  const paths = {
    apiKeyFile: moved(apiKeyFile),
    keystore: moved(keystore),
    passphraseFile: moved(passphraseFile),
    keyFile: moved(keyFile),
  }
  return { ...rest, ...Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== undefined)) }
}
