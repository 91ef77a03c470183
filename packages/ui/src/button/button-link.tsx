import { type AnchorHTMLAttributes, forwardRef } from 'react'
import { translatable } from '../i18n/translatable.tsx'
import { Anchor } from '../link/link-provider.tsx'
import type { ButtonLook } from './button.tsx'

/** Props of `ButtonLink`: a button's look and all props of an `<a>`. */
export interface ButtonLinkProps extends ButtonLook, AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Address of its page. */
  href: string
}

/** A link that looks like a button: for the main next step, such as signing in. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant = 'secondary', size = 'm', icon, className, children, ...rest },
  ref,
) {
  return (
    <Anchor
      {...rest}
      ref={ref}
      className={className ? `stoa-button ${className}` : 'stoa-button'}
      data-variant={variant}
      data-size={size}
    >
      {icon}
      {translatable(children)}
    </Anchor>
  )
})
