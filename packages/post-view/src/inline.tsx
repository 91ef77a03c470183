import { type InlineNode, parseInline } from '@stoa/contract'
import { Link } from '@stoa/ui'
import { type ReactNode, useMemo } from 'react'
import { linkedNodes } from './linked-nodes.ts'

export interface InlineProps {
  /** The text, with inline markup if it belongs to a block. */
  text: string
}

/** Renders a block's inline text: markup as elements, web addresses as links, everything else as text. */
export function Inline({ text }: InlineProps) {
  const nodes = useMemo(() => parseInline(text), [text])
  return <>{renderNodes(nodes)}</>
}

/** Plain text whose web addresses are links. */
export function LinkedText({ text }: InlineProps) {
  return <>{renderNodes(linkedNodes(text), true)}</>
}

/** `isQuoted`: in a link or code, where addresses aren't linked. */
function renderNodes(nodes: readonly InlineNode[], isQuoted = false): ReactNode {
  // The tree of a text never changes in part, so positions are stable keys.
  return nodes.map((node, key) => {
    if (node.type === 'text') return isQuoted ? node.text : <LinkedText key={key} text={node.text} />
    if (node.type === 'break') return <br key={key} />
    if (node.type === 'link') {
      return (
        <Link key={key} href={node.href} external fromMember>
          {renderNodes(node.children, true)}
        </Link>
      )
    }
    const Element = node.name
    return <Element key={key}>{renderNodes(node.children, isQuoted || node.name === 'code')}</Element>
  })
}
