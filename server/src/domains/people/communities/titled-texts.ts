/** A rule of a community or a canned reason. */
interface TitledText {
  title: string
  text: string
}

/** Describes a changed list for the log: all titles in order, with the texts that differ. */
export function changedTexts(
  before: readonly TitledText[],
  after: readonly TitledText[],
): { before: string; after: string } {
  return { before: textOf(before, after), after: textOf(after, before) }
}

function textOf(list: readonly TitledText[], other: readonly TitledText[]): string {
  const isSame = (one: TitledText) => other.some(({ title, text }) => title === one.title && text === one.text)
  return list.map((one) => (one.text === '' || isSame(one) ? one.title : `${one.title}: ${one.text}`)).join('; ')
}
