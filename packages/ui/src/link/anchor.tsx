import { type AnchorHTMLAttributes, createContext, type ElementType, forwardRef, useContext } from 'react'

/** Replaces `<a>` in the links of all components. */
export const LinkContext = createContext<ElementType>('a')

/** A link of a component: an `<a>`, or the link component of the application (`LinkProvider`). */
export const Anchor = forwardRef<HTMLAnchorElement, AnchorHTMLAttributes<HTMLAnchorElement>>(
  function Anchor(props, ref) {
    const Link = useContext(LinkContext)
    // oxlint-disable-next-line react/static-components  -- the context contains a component created elsewhere
    return <Link {...props} ref={ref} />
  },
)
