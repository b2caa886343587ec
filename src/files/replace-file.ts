// A file replaced as a whole, or left as it was.

import { Draft, type DraftTerms } from './draft.js'

/** Done when this returns. Throws what the file system throws; then the file is as it was. */
export function replaceFile(path: string, text: string, terms: DraftTerms): void {
  const draft = new Draft(path, terms)
  try {
    draft.write(text)
    draft.place()
  } catch (error) {
    draft.drop()
    throw error
  }
}

/** Beside the work. `isOvertaken`: the file says something newer by now, and is left alone. */
export async function replaceFileLater(
  path: string,
  text: string,
  { isOvertaken, ...terms }: DraftTerms & { readonly isOvertaken?: () => boolean },
): Promise<void> {
  const draft = new Draft(path, { ending: 'later', ...terms })
  try {
    await draft.writeLater(text)
    if (isOvertaken?.()) draft.drop()
    else await draft.placeLater()
  } catch (error) {
    draft.drop()
    throw error
  }
}

/** By who writes to a path himself, as a stream does. */
export async function replaceFileBy<T>(
  path: string,
  terms: Pick<DraftTerms, 'survives' | 'ending'>,
  write: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = new Draft(path, terms)
  try {
    const written = await write(draft.path)
    await draft.syncLater()
    await draft.placeLater()
    return written
  } catch (error) {
    draft.drop()
    throw error
  }
}
