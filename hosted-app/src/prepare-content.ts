/**
 * Waits for the code that draws the content of a post, so that nothing moves when it comes and what the server has
 * rendered can be taken over. Where it does not come the post is drawn without.
 */
export async function prepareContent(...contents: readonly (string | undefined)[]): Promise<void> {
  const known = contents.filter((content) => content !== undefined)
  if (known.length === 0) return
  try {
    const { prepareBlocks } = await import('./prepare-blocks.ts')
    await Promise.all(known.map(prepareBlocks))
  } catch {
    // The screen says what it lacks.
  }
}
