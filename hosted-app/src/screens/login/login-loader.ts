import type { ScreenData } from '../../load.ts'

/** Sign-in and sign-up pages say the same to everybody and stay out of search engines. */
export function loginLoader(title: string) {
  return (): ScreenData => ({ head: { title, noindex: true } })
}
