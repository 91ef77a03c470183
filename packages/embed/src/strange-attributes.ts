/** Attributes that any element may have. */
const ANY = /^(?:id|class|style|lang|dir|hidden|slot|part|role|title|(?:data|aria)-.*)$/

/** Has attributes looked at that the element does not know: one may be misspelt. Nothing depends on it. */
export function tellStrangeAttributes(host: HTMLElement): void {
  const { observedAttributes = [] } = host.constructor as { observedAttributes?: string[] }
  if (host.getAttributeNames().every((name) => observedAttributes.includes(name) || ANY.test(name))) return
  import('./complaints.ts').then(
    ({ tellMisspelt }) => tellMisspelt(host),
    () => {},
  )
}
