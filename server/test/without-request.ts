/** A response without what depends on its request: its id, and the name of what wasn't found. */
export function withoutRequest<Body extends object>(body: Body): Body & { requestId: string } {
  const text = JSON.stringify(body).replace(/(Post not found: |Comment with ID )[^ "]+/g, '$1…')
  return { ...(JSON.parse(text) as Body), requestId: '' }
}
