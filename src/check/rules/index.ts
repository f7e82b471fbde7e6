import { comparePaths } from '../../bundle/paths.js'
import { SUMMARY_NEEDS } from '../facts/file-summary.js'
import { Interests } from '../facts/interests.js'
import type { Rule } from '../rule.js'
import { CASE_TWIN_RULES } from './bundle/case-twins.js'
import { fileNotFound as bundleFileNotFound } from './bundle/file-not-found.js'
import { IRREGULAR_FILE_RULES } from './bundle/irregular-files.js'
import { PATH_RULES } from './bundle/paths.js'
import { SIZE_RULES } from './bundle/sizes.js'
import { CONTENT_RULES } from './content/content.js'
import { CSS_RULES } from './css/urls.js'
import { PAGE_CODE_RULES } from './html/code.js'
import { PAGE_ELEMENT_RULES } from './html/elements.js'
import { PAGE_LINK_RULES } from './html/links.js'
import { ownPolicy as htmlOwnPolicy } from './html/own-policy.js'
import { symbolOfAnotherFile as htmlSymbolOfAnotherFile } from './html/symbol-of-another-file.js'
import { PAGE_URL_RULES } from './html/urls.js'
import { MANIFEST_FIELD_RULES } from './manifest/fields.js'
import { MANIFEST_JSON_RULES } from './manifest/json.js'
import { missing as manifestMissing } from './manifest/missing.js'
import { MANIFEST_REFERENCE_RULES } from './manifest/references.js'
import { MANIFEST_SCHEMA_RULES } from './manifest/schema.js'
import { PICTURE_RULES } from './picture/pictures.js'
import { blockedMarkup as scriptBlockedMarkup } from './script/blocked-markup.js'
import { browserStorage as scriptBrowserStorage } from './script/browser-storage.js'
import { deniedFeature as scriptDeniedFeature } from './script/denied-feature.js'
import { dialog as scriptDialog } from './script/dialog.js'
import { download as scriptDownload } from './script/download.js'
import { filePicker as scriptFilePicker } from './script/file-picker.js'
import { FLAGGED_TEXT_RULES } from './script/flagged-texts.js'
import { frameDocument as scriptFrameDocument } from './script/frame-document.js'
import { importOfOtherType as scriptImportOfOtherType } from './script/import-of-other-type.js'
import { jsonAsScript as scriptJsonAsScript } from './script/json-as-script.js'
import { keptDatabases as scriptKeptDatabases } from './script/kept-databases.js'
import { libraryCall as scriptLibraryCall } from './script/library-call.js'
import { newWindow as scriptNewWindow } from './script/new-window.js'
import { pageAround as scriptPageAround } from './script/page-around.js'
import {
  doesNotParse as scriptDoesNotParse,
  tooLongToParse as scriptTooLongToParse,
} from './script/parsing.js'
import { pathRouter as scriptPathRouter } from './script/path-router.js'
import { remoteImportMap as scriptRemoteImportMap } from './script/remote-import-map.js'
import { remoteRequest as scriptRemoteRequest } from './script/remote-request.js'
import { styleSheetRules as scriptStyleSheetRules } from './script/style-sheet-rules.js'
import { symbolOfAnotherFile as scriptSymbolOfAnotherFile } from './script/symbol-of-another-file.js'
import { taintedCanvas as scriptTaintedCanvas } from './script/tainted-canvas.js'
import { unresolvedImport as scriptUnresolvedImport } from './script/unresolved-import.js'
import { workerByPath as scriptWorkerByPath } from './script/worker-by-path.js'
import { SDK_ARGUMENT_RULES } from './sdk/arguments.js'
import { capabilityUnused as sdkCapabilityUnused } from './sdk/capability-unused.js'
import { loadedTwice as sdkLoadedTwice, otherVersion as sdkOtherVersion } from './sdk/copies.js'
import { needsTap as sdkNeedsTap } from './sdk/needs-tap.js'
import { neverLoaded as sdkNeverLoaded } from './sdk/never-loaded.js'
import { notLoadedBefore as sdkNotLoadedBefore } from './sdk/not-loaded-before.js'
import { productUnused as sdkProductUnused } from './sdk/product-unused.js'
import { readyUnused as sdkReadyUnused } from './sdk/ready-unused.js'
import { requiresUnused as sdkRequiresUnused } from './sdk/requires-unused.js'
import {
  undeclaredCapability as sdkUndeclaredCapability,
  undeclaredTool as sdkUndeclaredTool,
} from './sdk/undeclared-capability.js'
import { unknownCall as sdkUnknownCall } from './sdk/unknown-call.js'
import { unknownEvent as sdkUnknownEvent } from './sdk/unknown-event.js'
import { unknownName as sdkUnknownName } from './sdk/unknown-name.js'
import { unknownProduct as sdkUnknownProduct } from './sdk/unknown-product.js'
import { DRAWING_RULES } from './svg/drawings.js'
import { SVG_LINK_RULES } from './svg/links.js'
import { ZIP_RULES } from './zip/structure.js'

/** Rules of one area, from several files, in one order. */
const byId = (...rules: readonly Rule[]): readonly Rule[] =>
  rules.toSorted((a, b) => comparePaths(a.id, b.id))

/**
 * Every rule, by area. To add one, write it, add it here unless it joins a list, and add its fixtures. The rule declares
 * what it does to the app (`impact`) and what it reads (`needs`): it gets nothing else, and every filter of the facts is
 * derived from that.
 */
export const RULES: readonly Rule[] = [
  ...byId(
    ...MANIFEST_FIELD_RULES,
    ...MANIFEST_JSON_RULES,
    ...MANIFEST_REFERENCE_RULES,
    ...MANIFEST_SCHEMA_RULES,
    manifestMissing,
  ),
  ...PICTURE_RULES,
  ...byId(...CASE_TWIN_RULES, ...IRREGULAR_FILE_RULES, ...PATH_RULES, ...SIZE_RULES, bundleFileNotFound),
  ...ZIP_RULES,
  ...CONTENT_RULES,
  ...byId(
    ...PAGE_CODE_RULES,
    ...PAGE_ELEMENT_RULES,
    ...PAGE_LINK_RULES,
    ...PAGE_URL_RULES,
    htmlOwnPolicy,
    htmlSymbolOfAnotherFile,
  ),
  ...CSS_RULES,
  ...byId(...DRAWING_RULES, ...SVG_LINK_RULES),
  ...byId(
    ...FLAGGED_TEXT_RULES,
    scriptBlockedMarkup,
    scriptBrowserStorage,
    scriptDeniedFeature,
    scriptDialog,
    scriptDoesNotParse,
    scriptDownload,
    scriptFilePicker,
    scriptFrameDocument,
    scriptImportOfOtherType,
    scriptJsonAsScript,
    scriptKeptDatabases,
    scriptLibraryCall,
    scriptNewWindow,
    scriptPageAround,
    scriptPathRouter,
    scriptRemoteImportMap,
    scriptRemoteRequest,
    scriptStyleSheetRules,
    scriptSymbolOfAnotherFile,
    scriptTaintedCanvas,
    scriptTooLongToParse,
    scriptUnresolvedImport,
    scriptWorkerByPath,
  ),
  ...byId(
    ...SDK_ARGUMENT_RULES,
    sdkCapabilityUnused,
    sdkLoadedTwice,
    sdkNeedsTap,
    sdkNeverLoaded,
    sdkNotLoadedBefore,
    sdkOtherVersion,
    sdkProductUnused,
    sdkReadyUnused,
    sdkRequiresUnused,
    sdkUndeclaredCapability,
    sdkUndeclaredTool,
    sdkUnknownCall,
    sdkUnknownEvent,
    sdkUnknownName,
    sdkUnknownProduct,
  ),
]

/** Rules, and what they need of the files: nothing else is kept. */
export interface RuleSet {
  readonly rules: readonly Rule[]
  readonly interests: Interests
}

/** Folds what rules need, and what the summaries need that rules about the whole bundle read. */
export const ruleSetOf = (rules: readonly Rule[]): RuleSet => ({
  rules,
  interests: new Interests([
    ...SUMMARY_NEEDS,
    ...rules.flatMap((rule) => ('needs' in rule ? rule.needs : [])),
  ]),
})
