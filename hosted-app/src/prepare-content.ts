import type { prepareBlocks } from './prepare-blocks.ts'

/** Kept, because even for loaded code `import()` isn't free, and servers need it for each page. */
let prepare: typeof prepareBlocks | undefined

/**
 * Waits for the code of a post's blocks, so that the server rendering can be hydrated and nothing moves. If it can't be
 * loaded, the post is rendered without it.
 */
export async function prepareContent(...contents: readonly (string | undefined)[]): Promise<void> {
  const known = contents.filter((content) => content !== undefined)
  if (known.length === 0) return
  try {
    prepare ??= (await import('./prepare-blocks.ts')).prepareBlocks
    await Promise.all(known.map(prepare))
  } catch {
    // The screen reports missing code.
  }
}
