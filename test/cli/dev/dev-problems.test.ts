import { describe, expect, it } from 'vitest'
import type { Problem, ProblemLevel } from '../../../src/check/problem.js'
import { problemReporter } from '../../../src/cli/dev/dev-problems.js'
import { styles } from '../../../src/terminal/style.js'

const problem = (level: ProblemLevel): Problem => ({
  rule: 'html/remote-url',
  level,
  impact: null,
  file: 'index.html',
  line: 1,
  column: 1,
  pointer: null,
  message: 'It leads to the internet.',
  fix: 'Remove it.',
  spec: '2.8',
})

describe('the problems that dev reports', () => {
  it('are one line for each change, and a last one when all are fixed', () => {
    const lines: string[] = []
    const tell = problemReporter({
      note: (line) => lines.push(line),
      noteColumns: Number.POSITIVE_INFINITY,
      noteStyles: styles(false),
    })
    const levels: ProblemLevel[][] = [
      [],
      ['info'],
      ['error'],
      ['error', 'info'],
      ['error', 'error', 'flag', 'warning'],
      ['info'],
      [],
    ]
    for (const found of levels) tell({ problems: found.map(problem) })
    // What is allowed is known.
    tell({ problems: [{ ...problem('flag'), allowed: true }] })
    expect(lines).toEqual([
      '  1 error: see the Problems panel in the simulator, or run miniapp check.',
      '  2 errors, 1 flag, 1 warning: see the Problems panel in the simulator, or run miniapp check.',
      '  No problems left.',
    ])
  })

  it('break between words where the terminal is narrow', () => {
    const lines: string[] = []
    const tell = problemReporter({
      note: (line) => lines.push(line),
      noteColumns: 40,
      noteStyles: styles(false),
    })
    tell({ problems: [problem('error')] })
    expect(lines).toEqual(['  1 error: see the Problems panel in the\n  simulator, or run miniapp check.'])
  })

  it('include how many will stop the app from running', () => {
    const lines: string[] = []
    const tell = problemReporter({
      note: (line) => lines.push(line),
      noteColumns: Number.POSITIVE_INFINITY,
      noteStyles: styles(false),
    })
    const breaks: Problem = { ...problem('warning'), impact: 'breaks' }
    tell({ problems: [problem('warning'), breaks] })
    tell({ problems: [breaks, breaks] })
    expect(lines).toEqual([
      '  2 warnings, 1 of which will stop the app from running: see the Problems panel in the simulator, or run miniapp check.',
      '  2 warnings, 2 of which will stop the app from running: see the Problems panel in the simulator, or run miniapp check.',
    ])
  })
})
