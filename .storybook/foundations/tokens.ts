import css from '@stoa/ui/tokens.css?raw'

/** One custom property with its value in both themes. */
export interface Token {
  name: string
  light: string
  dark: string
}

/** All tokens as the style sheet declares them first, in its order. */
export const tokens: readonly Token[] = [
  ...new Map(
    [...css.matchAll(/(--stoa-[\w-]+):\s*([^;]+);/g)]
      .map(([, name = '', value = '']) => {
        const [, light = value, dark = value] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
        return { name, light, dark }
      })
      .reverse()
      .map((token) => [token.name, token] as const),
  ).values(),
].reverse()

/** Tokens whose name begins like this. */
export function tokensOf(prefix: string): readonly Token[] {
  return tokens.filter(({ name }) => name.startsWith(prefix))
}
