import '@stoa/ui/all.css'
import { directionOf } from '@stoa/ui'

/**
 * A server layout that calls one of our functions.
 * @param {{ children: import('react').ReactNode }} props
 */
export default function Layout({ children }) {
  return (
    <html lang="en" dir={directionOf('en')}>
      <body>{children}</body>
    </html>
  )
}
