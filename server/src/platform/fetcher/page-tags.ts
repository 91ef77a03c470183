import { Tokenizer } from 'htmlparser2'

/** What is heard of a page. Names are in lower case. */
export interface PageListener {
  /** A tag opens. True: the rest of the page need not be read. */
  onTag(name: string, attributes: Readonly<Record<string, string>>): boolean
  /** Text with its entities resolved, in pieces; of scripts, too. */
  onText?(text: string): void
  onEndTag?(name: string): void
}

/**
 * Reads the tags of a page one after the other. No tree and no list of open elements is kept, which hostile pages make so
 * long that looking something up in it for each tag would hold the server: what a page costs is its length.
 */
export function readTags(html: string, { onTag, onText, onEndTag }: PageListener): void {
  let name = ''
  let attribute = ''
  let value = ''
  let attributes: Record<string, string> = {}
  const slice = (start: number, end: number) => html.slice(start, end)
  const open = () => {
    if (onTag(name, attributes)) tokenizer.pause()
  }
  const nothing = () => {}
  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        name = slice(start, end).toLowerCase()
        attributes = Object.create(null) as Record<string, string>
      },
      onattribname(start, end) {
        attribute = slice(start, end).toLowerCase()
      },
      onattribdata(start, end) {
        value += slice(start, end)
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint)
      },
      onattribend() {
        attributes[attribute] ??= value
        value = ''
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => onEndTag?.(slice(start, end).toLowerCase()),
      ontext: (start, end) => onText?.(slice(start, end)),
      ontextentity: (codePoint) => onText?.(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
