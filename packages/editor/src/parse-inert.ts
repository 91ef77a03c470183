/** The part of the Trusted Types API used here. Browsers without it accept strings. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
}

let policy: { createHTML(html: string): string } | undefined

/** Parses markup into a document that runs and loads nothing. */
export function parseInert(html: string): Document {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // Safe for any content: the document has no window, and only clean copies of its parts leave it.
  policy ??= trustedTypes?.createPolicy('stoa-editor', { createHTML: (text) => text })
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}
