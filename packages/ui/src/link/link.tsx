import { type AnchorHTMLAttributes, forwardRef } from 'react'
import { useTranslate } from '../i18n/i18n-context.ts'
import { uiMessages } from '../messages.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import { isExternalHref, isSafeHref } from './safe-href.ts'

/** Props of `Link` and all props of an `<a>`. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target'> {
  /** Target: http, https or a path. Anything else is shown as plain text. */
  href: string
  /** Opens in a new tab. Default: whether the address names a host. */
  external?: boolean | undefined
  /** The address is user-generated, so search engines are told not to count it. Default false. */
  fromMember?: boolean | undefined
}

/** A link in a text. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(
  { href, external = isExternalHref(href), fromMember, className, children, ...rest },
  ref,
) {
  const t = useTranslate(uiMessages)
  if (!isSafeHref(href)) return <span>{children}</span>
  const rel = [external ? 'noopener noreferrer' : '', fromMember ? 'nofollow ugc' : ''].filter(Boolean).join(' ')
  return (
    <a
      {...rest}
      ref={ref}
      href={href}
      className={className ? `stoa-link ${className}` : 'stoa-link'}
      target={external ? '_blank' : undefined}
      rel={rel || undefined}
    >
      {children}
      {external ? <VisuallyHidden>{` (${t('ui.newTab')})`}</VisuallyHidden> : null}
    </a>
  )
})
