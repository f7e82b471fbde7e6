import { newSearch, type Runs } from './at-load.js'
import { modulesOf } from './bundled-modules.js'
import { componentsGiven } from './components.js'
import { mayHaveElements } from './conditions.js'
import type { Entry, Reach } from './entries.js'
import {
  BY_ITSELF,
  CONTINUING,
  EFFECTS,
  IMMEDIATE,
  IMMEDIATE_SECOND,
  LATER,
  LISTENING,
  MINDED,
  OF_CUSTOM_ELEMENTS,
  OF_ELEMENTS,
  OF_FRAMES,
  PARTS,
  REPEATING,
} from './known-names.js'
import { dispatchesOf, emitsOf, isPromise } from './listeners.js'
import { type AstNode, asNode, isFunction, nodesOf, propertyName } from './node.js'
import { type Losses, stepsIn } from './script-functions.js'
import type { Handler, ScriptCall, ScriptFunction } from './script-parts.js'
import { textsOf } from './url-text.js'
import type { Evaluator, FunctionValue } from './value.js'

/** How a function is entered that a script hands over. */
interface Entering {
  reachNode: (node: AstNode, of: Evaluator, reach: Reach, entry?: Entry) => void
  /** Runs what makes something of a class. */
  construct: (node: AstNode, of: Evaluator) => void
  /** Where a value is a parameter: enters what the calls of its function give it. */
  invoke: (value: AstNode | null, of: Evaluator, answer: ScriptCall['answer'], entry: Entry) => void
  enterOnce: (isThere: () => boolean, enter: () => void) => void
  /** Does something once all that loads has run. */
  later: (enter: () => void) => void
  runsOf: (fn: ScriptFunction) => Runs
  /** What an error at a place does; null where nothing is seen to come there. */
  reachAt: (fn: ScriptFunction, offset: number, of: Evaluator) => Reach | null
}

/** What a script hands to others that call it without a person: the language, timers, frames, promises, events of loading, engines. */
export class CalledByOthers {
  /** The functions that frames and intervals are given. */
  readonly framed = new Set<AstNode>()
  /** The functions that are components of the page, or a part of one. */
  readonly components = new Set<AstNode>()
  /** The functions of the scene that an engine shows first: an error in one ends the loop of the engine. */
  readonly scenes = new Set<AstNode>()
  /** What the functions that are run right now belong to. */
  #group: Set<AstNode> | null = null
  readonly #entering: Entering
  readonly #losses: Losses

  constructor(entering: Entering, losses: Losses) {
    this.#entering = entering
    this.#losses = losses
  }

  /** The functions that a call gives to what calls them without a person. */
  followArguments(
    call: AstNode,
    callee: AstNode | null,
    name: string,
    of: Evaluator,
    reach: Reach,
    answer: ScriptCall['answer'],
  ): void {
    const values = nodesOf(call['arguments'])
    const [first, second] = values
    const isNever = this.#losses.never.has(call)
    // In minified code, `h` and `$` are anything.
    const isMinified =
      name.length < 3 && callee?.type === 'Identifier' && of.functions(callee).some((one) => one.of === of)
    if (reach !== 'perhaps')
      for (const component of componentsGiven(call, isMinified ? '' : name, of))
        this.#runComponent(component, of, call)
    /** @param from the call that an error in the function ends, if it does */
    const give = (value: AstNode | undefined, then: Reach, from: AstNode | null = null): void => {
      const given = reach === 'perhaps' ? reach : then
      this.#entering.invoke(value ?? null, of, 'used', { call, values: [], of, reach: given })
      const entry = from === null ? undefined : { call: from, values: [], of, reach }
      for (const one of value === undefined ? [] : of.functions(value))
        if (isFunction(one.node)) this.#entering.reachNode(one.node, one.of, given, entry)
        else this.#runPart(one.node, one.of)
    }
    const steps = stepsIn(call)
    if (steps !== null) give(steps, reach, call)
    if (isPromise(call, of)) give(first, answer === 'handled' ? 'caught' : reach)
    if (isMinified || isPromise(call, of)) return
    const isListening = LISTENING.has(name) && second !== undefined && !isNever
    const events = isListening ? textsOf(first, of) : []
    const emits = isListening ? emitsOf(call, events, of) : []
    if (IMMEDIATE.has(name)) {
      const runs = this.#entering.runsOf(of.model.functionAt(call.start))
      const at = {
        ...runs,
        isRepeated: runs.isRepeated && OF_ELEMENTS.has(name),
        of,
        guard: null,
        callee: null,
        search: newSearch(MAX_NODES),
      }
      const isNone =
        callee?.type === 'MemberExpression' && !mayHaveElements(asNode(callee['object']) ?? callee, at)
      give(first, isNone ? 'perhaps' : reach, call)
      if (name === 'useReducer') give(values[2], reach, call)
    } else if (IMMEDIATE_SECOND.has(name)) give(second, reach, call)
    else if (REPEATING.has(name)) {
      for (const one of first === undefined ? [] : of.functions(first)) this.framed.add(one.node)
      this.#entering.later(() => give(first, 'stops'))
    } else if (LATER.has(name)) {
      if (EFFECTS.has(name))
        for (const one of first === undefined ? [] : of.functions(first)) this.components.add(one.node)
      give(first, MINDED.has(name) ? 'caught' : 'stops')
    } else if (CONTINUING.has(name))
      for (const value of isNever ? values.slice(1) : values)
        give(value, answer === 'handled' ? 'caught' : 'stops')
    else if (emits.length > 0)
      for (const emit of emits) {
        const at = (): Reach | null => this.#entering.reachAt(of.model.functionAt(emit.start), emit.end, of)
        this.#entering.enterOnce(
          () => (at() ?? 'perhaps') !== 'perhaps',
          () => give(second, at() ?? 'perhaps', emit),
        )
      }
    else if (textsOf(first, of).some((event) => BY_ITSELF.has(event))) {
      if (!isNever) give(second, 'stops')
    } else if (isListening) {
      const dispatches = dispatchesOf(events, of)
      const isThere = (): boolean =>
        dispatches.some(
          ({ start, end }) => this.#entering.reachAt(of.model.functionAt(start), end, of) !== null,
        )
      if (dispatches.length > 0) this.#entering.enterOnce(isThere, () => give(second, 'stops'))
    } else if (name === 'define' || name === 'require' || name === 'requirejs')
      for (const value of values) give(value, 'stops')
    else if (name === 'register' && first?.type === 'ArrayExpression') this.#runModule(second, of)
    else if (name === 'push' && first?.type === 'ArrayExpression')
      for (const list of nodesOf(first['elements']).slice(1, 2))
        for (const { node } of modulesOf(list, of)) this.#entering.reachNode(node, of, 'stops')
    // A library that runs the parts of a game that it is given.
    else if (callee !== null && call.type === 'NewExpression')
      for (const value of values)
        if (of.functions(callee).length === 0) this.#runParts(value, of, 0)
        else this.#runScene(value, of)
  }

  /** `System.register([…], (_export) => ({ setters, execute() {} }))` */
  #runModule(declaration: AstNode | undefined, of: Evaluator): void {
    for (const one of declaration === undefined ? [] : of.functions(declaration)) {
      this.#entering.reachNode(one.node, one.of, 'stops')
      for (const module of one.of.through(one.of.returned(one.node, null), ['execute']))
        if (module.kind === 'function') this.#entering.reachNode(module.node, module.of, 'stops')
    }
  }

  followHandler({ event, target, value }: Handler, of: Evaluator): void {
    if (value === null || !BY_ITSELF.has(event)) return
    if (this.#losses.never.has(target)) return
    for (const one of of.functions(value))
      if (isFunction(one.node)) this.#entering.reachNode(one.node, one.of, 'stops')
  }

  /** What a framework makes a part of the page; where that is a parameter, what the calls of its function give it. */
  #runComponent(value: AstNode, of: Evaluator, call: AstNode): void {
    this.#entering.invoke(value, of, 'used', { call, values: [], of, reach: 'stops' })
    this.#group = this.components
    for (const one of of.of(value))
      if (one.kind === 'object') this.#runParts(value, of, 0)
      else if (one.kind === 'function') {
        this.components.add(one.node)
        if (isFunction(one.node)) this.#entering.reachNode(one.node, one.of, 'stops')
        else this.#runPart(one.node, one.of)
      }
    this.#group = null
  }

  /** `new Phaser.Game({ scene: [Level] })`: the classes, and the methods with the names by which engines call them. */
  #runParts(value: AstNode, of: Evaluator, depth: number): void {
    if (depth > MAX_PARTS) return
    for (const one of of.of(value)) {
      if (one.kind === 'function' && !isFunction(one.node)) this.#runPart(one.node, one.of)
      else if (one.kind === 'array')
        for (const element of one.elements) this.#runParts(element, one.of, depth + 1)
      else if (one.kind === 'object')
        for (const property of nodesOf(one.node['properties'])) {
          const part = asNode(property['value'])
          if (part === null) continue
          const isPart = PARTS.has(propertyName(property) ?? '')
          for (const fn of isPart ? one.of.functions(part) : []) this.#runMethod(propertyName(property), fn)
          if (propertyName(property) === 'scene') this.#runScene(one.node, one.of)
          else this.#runParts(part, one.of, depth + 1)
        }
    }
  }

  /** `new Phaser.Game({ scene: [Menu, Level] })`, where the engine is one with the game: it shows the first scene. */
  #runScene(options: AstNode, of: Evaluator): void {
    this.#group = this.scenes
    for (const scenes of of.through(of.of(options), ['scene']))
      if (scenes.kind === 'array')
        for (const first of scenes.elements.slice(0, 1)) this.#runParts(first, scenes.of, 0)
      else if (scenes.kind === 'function' && !isFunction(scenes.node)) this.#runPart(scenes.node, scenes.of)
      else if (scenes.kind === 'object') this.#runParts(scenes.node, scenes.of, 0)
    this.#group = null
  }

  #runPart(node: AstNode, of: Evaluator, depth = 0): void {
    this.#entering.construct(node, of)
    for (const value of depth > MAX_CLASSES ? [] : of.functions(node['superClass']))
      this.#runPart(value.node, value.of, depth + 1)
    // Of an element of its own, the browser calls only what it knows.
    const isElement = /^HTML\w*Element$/.test(of.path(node['superClass'])?.join('.') ?? '')
    const parts = isElement ? OF_CUSTOM_ELEMENTS : PARTS
    for (const member of nodesOf(asNode(node['body'])?.['body'])) {
      const value = asNode(member['value'])
      const name = propertyName(member) ?? ''
      if (value !== null && parts.has(name)) this.#runMethod(name, { node: value, of })
    }
  }

  #runMethod(name: string | null, { node, of }: Pick<FunctionValue, 'node' | 'of'>): void {
    this.#group?.add(node)
    const reach = MINDED.has(name ?? '') ? 'caught' : 'stops'
    const run = (): void => this.#entering.reachNode(node, of, reach)
    if (OF_FRAMES.has(name ?? '')) this.#entering.later(run)
    else run()
  }

  /** A sketch of p5, which calls global functions by their names. */
  followSketch(of: Evaluator): void {
    if (of.isModule || !of.model.callsByName.has('createCanvas')) return
    for (const name of ['preload', 'setup', 'draw'])
      for (const value of of.ownGlobal(name)) if (value.kind === 'function') this.#runMethod(name, value)
  }
}

/** So many expressions are looked at for a list. */
const MAX_NODES = 20
const MAX_CLASSES = 10
const MAX_PARTS = 4
