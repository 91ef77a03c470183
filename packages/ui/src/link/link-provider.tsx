import type { AnchorHTMLAttributes, ElementType, ReactNode } from 'react'
import { LinkContext } from './anchor.tsx'

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
