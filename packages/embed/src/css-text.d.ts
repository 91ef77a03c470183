/** The minified text of a style sheet with everything it imports. */
declare module '*.css?inline' {
  const css: string
  export default css
}
