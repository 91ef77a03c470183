declare module 'virtual:english-texts' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
