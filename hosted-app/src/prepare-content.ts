import { lazy } from '@stoa/ui'

const prepareBlocks = lazy(async () => (await import('./prepare-blocks.ts')).prepareBlocks)

/**
 * Waits for the code of a post's blocks, so that the server rendering can be hydrated and nothing moves. If it can't be
 * loaded, the post is rendered without it.
 */
export async function prepareContent(...contents: readonly (string | undefined)[]): Promise<void> {
  const definedContents = contents.filter((content) => content !== undefined)
  if (definedContents.length === 0) return
  try {
    // Even for loaded code `load()` takes a moment, and servers need it for each page.
    const prepare = prepareBlocks.code ?? (await prepareBlocks.load())
    await Promise.all(definedContents.map(prepare))
  } catch {
    // The screen reports missing code.
  }
}
