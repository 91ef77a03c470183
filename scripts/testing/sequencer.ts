import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test environment that a file asks for; empty: that of its project. */
const environmentOf = ({ moduleId }: TestSpecification) =>
  /@vitest-environment\s+(\S+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? ''

/**
 * Sorts the files of each project by environment. Workers keep their modules for the next file only if it has the same
 * environment as the one before.
 */
export class Sequencer extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = new Map<string, Map<string, TestSpecification[]>>()
    for (const one of await super.sort(specifications)) {
      const { name } = one.project
      const environment = environmentOf(one)
      const files = projects.get(name) ?? new Map<string, TestSpecification[]>()
      projects.set(name, files.set(environment, [...(files.get(environment) ?? []), one]))
    }
    return [...projects.values()].flatMap((files) => [...files.values()].flat())
  }
}
