import { type InlineNode, parseInline } from '@stoa/contract'

type Props<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'dataset' | 'children' | 'attributes'>
> & { data?: Readonly<Record<string, string>>; attributes?: Readonly<Record<string, string>> }

/** Creates an element with properties, attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props<Tag> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const { data = {}, attributes = {}, ...rest } = props
  const created = Object.assign(document.createElement(tag), rest)
  Object.assign(created.dataset, data)
  for (const [name, value] of Object.entries<string>(attributes)) created.setAttribute(name, value)
  created.append(...children)
  return created
}

/** A button that doesn't submit. */
export function button(label: string, onClick: () => void, look: 'plain' | 'primary' = 'plain'): HTMLButtonElement {
  const created = element('button', { type: 'button', className: 'stoa-editor-button', textContent: label })
  created.dataset.look = look
  created.addEventListener('click', onClick)
  return created
}

/** An editable line of inline text, with an accessible name. */
export function editable(
  markup: string,
  options: { label: string; readOnly: boolean; className: string },
): HTMLElement {
  const { label, readOnly, className } = options
  const line = element('div', { className, contentEditable: String(!readOnly), attributes: { dir: 'auto' } })
  if (!readOnly) {
    line.dataset.placeholder = label
    line.setAttribute('aria-label', label)
  }
  line.append(...inlineNodes(markup))
  return line
}

/** Inline text as nodes, without parsing HTML. */
function inlineNodes(markup: string): Node[] {
  return parseInline(markup).map(nodeOf)
}

function nodeOf(node: InlineNode): Node {
  if (node.type === 'text') return document.createTextNode(node.text)
  if (node.type === 'break') return document.createElement('br')
  const created = document.createElement(node.type === 'link' ? 'a' : node.name)
  if (node.type === 'link') created.setAttribute('href', node.href)
  created.append(...node.children.map(nodeOf))
  return created
}
