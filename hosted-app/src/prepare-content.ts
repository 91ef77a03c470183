/**
 * Waits for the code of a post's blocks, so that the server rendering can be hydrated and nothing moves. If it can't be
 * loaded, the post is rendered without it.
 */
export async function prepareContent(...contents: readonly (string | undefined)[]): Promise<void> {
  const known = contents.filter((content) => content !== undefined)
  if (known.length === 0) return
  try {
    const { prepareBlocks } = await import('./prepare-blocks.ts')
    await Promise.all(known.map(prepareBlocks))
  } catch {
    // The screen reports missing code.
  }
}
