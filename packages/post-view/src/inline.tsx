import { Link } from '@stoa/ui'
import { Fragment, type ReactNode, useMemo } from 'react'
import { type InlineNode, parseInline } from './parse-inline.ts'

export interface InlineProps {
  /** The block's inline text, markup included. */
  text: string
}

/** Draws the inline text of a block: its markup as elements, everything else as text. */
export function Inline({ text }: InlineProps) {
  const nodes = useMemo(() => parseInline(text), [text])
  return <>{renderNodes(nodes)}</>
}

function renderNodes(nodes: readonly InlineNode[]): ReactNode {
  // The tree of a text never changes in part, so positions are stable keys.
  return nodes.map((node, index) => <Fragment key={index}>{renderNode(node)}</Fragment>)
}

function renderNode(node: InlineNode): ReactNode {
  if (node.type === 'text') return node.text
  if (node.type === 'break') return <br />
  if (node.type === 'link') {
    return (
      <Link href={node.href} external fromMember>
        {renderNodes(node.children)}
      </Link>
    )
  }
  const Element = node.name
  return <Element>{renderNodes(node.children)}</Element>
}
