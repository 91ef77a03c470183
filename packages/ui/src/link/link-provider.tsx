import {
  type AnchorHTMLAttributes,
  createContext,
  type ElementType,
  forwardRef,
  type ReactNode,
  useContext,
} from 'react'

/** Replaces `<a>` in the links of all components. */
const LinkContext = createContext<ElementType>('a')

/** A link of a component: an `<a>`, or the link component of the application (`LinkProvider`). */
export const Anchor = forwardRef<HTMLAnchorElement, AnchorHTMLAttributes<HTMLAnchorElement>>(
  function Anchor(props, ref) {
    const Link = useContext(LinkContext)
    // oxlint-disable-next-line react/static-components  -- the context contains a component created elsewhere
    return <Link {...props} ref={ref} />
  },
)

/** Props of `LinkProvider`. */
export interface LinkProviderProps {
  /**
   * Renders each link to a page of the forum or your site. It gets the props of an `<a>`, such as `href` and
   * `children`.
   */
  component: ElementType<AnchorHTMLAttributes<HTMLAnchorElement>>
  children?: ReactNode
}

/** Makes all components below use the application's link component, such as its router's. */
export function LinkProvider({ component, children }: LinkProviderProps) {
  return <LinkContext.Provider value={component}>{children}</LinkContext.Provider>
}
