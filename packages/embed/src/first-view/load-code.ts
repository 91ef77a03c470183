import type { Mount } from '../loader/define-element.ts'
import type * as loader from '../loader/embed.ts'
import type { ThreadPartName } from './fragment-state.ts'

/** The elements' component code. */
export const code = {
  thread: () => import('../thread/mount-comments.tsx'),
  alone: () => import('../thread/single-part.ts'),
}

/**
 * Loads an element's component code. A browser doesn't repeat a request that hangs or failed, so each further attempt
 * uses another address at which the forum serves its files.
 */
export async function loadCode(part: ThreadPartName, attempt: number): Promise<Mount> {
  const name = part === 'comments' ? 'thread' : 'alone'
  const load = async (parts: typeof code) => (await parts[name]()).load(part)
  const again = async () => load(await copyOf(attempt))
  try {
    // An upgraded forum may have other files.
    return await (attempt === 0 ? load(code).catch(again) : again())
  } catch (error) {
    throw Object.assign(new Error(String(error)), { code: 'CODE_NOT_LOADED' })
  }
}

/** The code under its name in the current copy of the loader. */
async function copyOf(attempt: number): Promise<typeof code> {
  const { origin } = new URL(import.meta.url)
  const { parts } = (await import(`${origin}/embed-${attempt}/embed.js`)) as typeof loader
  return (await parts.view()).code
}
