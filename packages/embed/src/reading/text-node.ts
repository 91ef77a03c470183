/** The first text within an element, which keeps its node for hydration. A translator may have put it into further elements. */
export function textNodeOf(element: Element): Node {
  let node: Node = element
  while (node.firstChild) node = node.firstChild
  return node
}
