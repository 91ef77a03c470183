const SCREEN = /\/src\/screens\/(.+-screens?\.tsx)$/

/**
 * Writes `screens.json`: for each screen, the files it needs besides those of every page.
 * @returns {import('rollup').Plugin}
 */
export function screenFiles() {
  return {
    name: 'screen-files',
    generateBundle(_options, bundle) {
      /**
       * Files with all their static imports, including style sheets.
       * @param {string[]} files
       */
      const closure = (files) => {
        const reachedFiles = new Set(files)
        for (const file of reachedFiles) {
          const chunk = bundle[file]
          if (chunk?.type !== 'chunk') continue
          // Vite adds its metadata to Rollup's.
          const { viteMetadata } = /** @type {{ viteMetadata?: { importedCss: Set<string> } }} */ (chunk)
          for (const next of [...chunk.imports, ...(viteMetadata?.importedCss ?? [])]) reachedFiles.add(next)
        }
        return reachedFiles
      }
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const everywhere = closure(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      const screens = chunks.flatMap(({ facadeModuleId, fileName }) => {
        const name = SCREEN.exec(facadeModuleId ?? '')?.[1]
        const files = [...closure([fileName])].filter((file) => !everywhere.has(file))
        return name ? [[name, files.map((file) => `/${file}`)]] : []
      })
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) })
    },
  }
}
