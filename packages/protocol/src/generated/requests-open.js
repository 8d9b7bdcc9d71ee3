// Generated from the schemas in spec/ by `npm run generate`. Do not edit.
const validate = {};
const fail = (check, instancePath, keyword, params) => {
check.errors = [{ instancePath, keyword, params }];
return false;
};
const joined = (all, more) => (all === null ? more : all.concat(more));
validate.errorData = validate22;
function validate23(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.path === undefined) && (missing0 = "path")) || ((data.message === undefined) && (missing0 = "message"))){
return fail(validate23, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.path !== undefined){
if(typeof data.path !== "string"){
return fail(validate23, instancePath+"/path", "type", {type: "string"});
}
}
{
if(data.message !== undefined){
const _errs3 = errors;
if(typeof data.message !== "string"){
return fail(validate23, instancePath+"/message", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate23, instancePath, "type", {type: "object"});
}
}
validate23.errors = vErrors;
return errors === 0;
}
function validate22(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.retryable === undefined) && (missing0 = "retryable"))){
return fail(validate22, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
return fail(validate22, instancePath+"/kind", "type", {type: "string"});
}
}
{
if(data.retryable !== undefined){
if(typeof data.retryable !== "boolean"){
return fail(validate22, instancePath+"/retryable", "type", {type: "boolean"});
}
}
{
if(data.issues !== undefined){
let data2 = data.issues;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs7 = errors;
if(!(validate23(data2[i0], {instancePath:instancePath+"/issues/" + i0}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate22, instancePath+"/issues", "type", {type: "array"});
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requested !== undefined){
let data4 = data.requested;
const _errs8 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
return fail(validate22, instancePath+"/requested", "type", {type: "integer"});
}
if(errors === _errs8){
if(typeof data4 == "number"){
if(data4 > 9007199254740991 || isNaN(data4)){
return fail(validate22, instancePath+"/requested", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data4 < 0 || isNaN(data4)){
return fail(validate22, instancePath+"/requested", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.supported !== undefined){
let data5 = data.supported;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data5)){
var valid2 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
const _errs12 = errors;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
return fail(validate22, instancePath+"/supported/" + i1, "type", {type: "integer"});
}
if(errors === _errs12){
if(typeof data6 == "number"){
if(data6 > 9007199254740991 || isNaN(data6)){
return fail(validate22, instancePath+"/supported/" + i1, "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data6 < 0 || isNaN(data6)){
return fail(validate22, instancePath+"/supported/" + i1, "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid2 = _errs12 === errors;
if(!valid2){
break;
}
}
}
else {
return fail(validate22, instancePath+"/supported", "type", {type: "array"});
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outcome !== undefined){
if(typeof data.outcome !== "string"){
return fail(validate22, instancePath+"/outcome", "type", {type: "string"});
}
}
{
if(data.lastSeq !== undefined){
let data8 = data.lastSeq;
const _errs16 = errors;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
return fail(validate22, instancePath+"/lastSeq", "type", {type: "integer"});
}
if(errors === _errs16){
if(typeof data8 == "number"){
if(data8 > 9007199254740991 || isNaN(data8)){
return fail(validate22, instancePath+"/lastSeq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data8 < -1 || isNaN(data8)){
return fail(validate22, instancePath+"/lastSeq", "minimum", {comparison: ">=", limit: -1});
}
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
return fail(validate22, instancePath, "type", {type: "object"});
}
}
validate22.errors = vErrors;
return errors === 0;
}
validate.ofInitializeParams = validate25;
function validate25(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.cwd === undefined) && (missing0 = "cwd")) || ((data.provider === undefined) && (missing0 = "provider"))) || ((data.model === undefined) && (missing0 = "model"))){
return fail(validate25, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
return fail(validate25, instancePath+"/cwd", "type", {type: "string"});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate25, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate25, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.maxTokens !== undefined){
let data3 = data.maxTokens;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate25, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate25, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 1 || isNaN(data3)){
return fail(validate25, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
return fail(validate25, instancePath, "type", {type: "object"});
}
}
validate25.errors = vErrors;
return errors === 0;
}
validate.ofSessionPromptParams = validate26;
function validate28(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate28, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("text" !== data.type){
return fail(validate28, instancePath+"/type", "const", {allowedValue: "text"});
}
}
{
if(data.text !== undefined){
const _errs2 = errors;
if(typeof data.text !== "string"){
return fail(validate28, instancePath+"/text", "type", {type: "string"});
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate28, instancePath, "type", {type: "object"});
}
}
validate28.errors = vErrors;
return errors === 0;
}
function validate29(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate29, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("reasoning" !== data.type){
return fail(validate29, instancePath+"/type", "const", {allowedValue: "reasoning"});
}
}
{
if(data.text !== undefined){
const _errs2 = errors;
if(typeof data.text !== "string"){
return fail(validate29, instancePath+"/text", "type", {type: "string"});
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate29, instancePath, "type", {type: "object"});
}
}
validate29.errors = vErrors;
return errors === 0;
}
const schema15 = {"type":"object","required":["attachmentId","mediaType","bytes","width","height"],"properties":{"attachmentId":{"type":"string","minLength":1},"mediaType":{"enum":["image/png","image/jpeg","image/webp","image/gif"]},"bytes":{"type":"integer","minimum":0,"maximum":9007199254740991},"width":{"type":"integer","minimum":0,"maximum":9007199254740991},"height":{"type":"integer","minimum":0,"maximum":9007199254740991},"name":{"type":"string"},"originalDimensions":{"$ref":"#/$defs/ImageDimensions"}}};
function validate32(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.width === undefined) && (missing0 = "width")) || ((data.height === undefined) && (missing0 = "height"))){
return fail(validate32, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.width !== undefined){
let data0 = data.width;
const _errs1 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate32, instancePath+"/width", "type", {type: "integer"});
}
if(errors === _errs1){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate32, instancePath+"/width", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 0 || isNaN(data0)){
return fail(validate32, instancePath+"/width", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.height !== undefined){
let data1 = data.height;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate32, instancePath+"/height", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate32, instancePath+"/height", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate32, instancePath+"/height", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate32, instancePath, "type", {type: "object"});
}
}
validate32.errors = vErrors;
return errors === 0;
}
function validate31(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.attachmentId === undefined) && (missing0 = "attachmentId")) || ((data.mediaType === undefined) && (missing0 = "mediaType"))) || ((data.bytes === undefined) && (missing0 = "bytes"))) || ((data.width === undefined) && (missing0 = "width"))) || ((data.height === undefined) && (missing0 = "height"))){
return fail(validate31, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.attachmentId !== undefined){
let data0 = data.attachmentId;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(data0.length < 1){
return fail(validate31, instancePath+"/attachmentId", "minLength", {limit: 1});
}
}
else {
return fail(validate31, instancePath+"/attachmentId", "type", {type: "string"});
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mediaType !== undefined){
let data1 = data.mediaType;
if(!((((data1 === "image/png") || (data1 === "image/jpeg")) || (data1 === "image/webp")) || (data1 === "image/gif"))){
return fail(validate31, instancePath+"/mediaType", "enum", {allowedValues: schema15.properties.mediaType.enum});
}
}
{
if(data.bytes !== undefined){
let data2 = data.bytes;
const _errs4 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate31, instancePath+"/bytes", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate31, instancePath+"/bytes", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 0 || isNaN(data2)){
return fail(validate31, instancePath+"/bytes", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.width !== undefined){
let data3 = data.width;
const _errs6 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate31, instancePath+"/width", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate31, instancePath+"/width", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 0 || isNaN(data3)){
return fail(validate31, instancePath+"/width", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.height !== undefined){
let data4 = data.height;
const _errs8 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
return fail(validate31, instancePath+"/height", "type", {type: "integer"});
}
if(errors === _errs8){
if(typeof data4 == "number"){
if(data4 > 9007199254740991 || isNaN(data4)){
return fail(validate31, instancePath+"/height", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data4 < 0 || isNaN(data4)){
return fail(validate31, instancePath+"/height", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate31, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.originalDimensions !== undefined){
const _errs12 = errors;
if(!(validate32(data.originalDimensions, {instancePath:instancePath+"/originalDimensions"}))){
vErrors = joined(vErrors, validate32.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
return fail(validate31, instancePath, "type", {type: "object"});
}
}
validate31.errors = vErrors;
return errors === 0;
}
function validate30(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.attachment === undefined) && (missing0 = "attachment"))){
return fail(validate30, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("image" !== data.type){
return fail(validate30, instancePath+"/type", "const", {allowedValue: "image"});
}
}
{
if(data.attachment !== undefined){
const _errs2 = errors;
if(!(validate31(data.attachment, {instancePath:instancePath+"/attachment"}))){
vErrors = joined(vErrors, validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate30, instancePath, "type", {type: "object"});
}
}
validate30.errors = vErrors;
return errors === 0;
}
function validate35(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.arguments === undefined) && (missing0 = "arguments"))){
return fail(validate35, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("tool-call" !== data.type){
return fail(validate35, instancePath+"/type", "const", {allowedValue: "tool-call"});
}
}
{
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate35, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate35, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.arguments !== undefined){
const _errs6 = errors;
if(typeof data.arguments !== "string"){
return fail(validate35, instancePath+"/arguments", "type", {type: "string"});
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
return fail(validate35, instancePath, "type", {type: "object"});
}
}
validate35.errors = vErrors;
return errors === 0;
}
const wrapper0 = {validate: validate27};
function validate36(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.toolCallId === undefined) && (missing0 = "toolCallId"))) || ((data.content === undefined) && (missing0 = "content"))){
return fail(validate36, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("tool-result" !== data.type){
return fail(validate36, instancePath+"/type", "const", {allowedValue: "tool-result"});
}
}
{
if(data.toolCallId !== undefined){
if(typeof data.toolCallId !== "string"){
return fail(validate36, instancePath+"/toolCallId", "type", {type: "string"});
}
}
{
if(data.content !== undefined){
let data2 = data.content;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(wrapper0.validate(data2[i0], {instancePath:instancePath+"/content/" + i0}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate36, instancePath+"/content", "type", {type: "array"});
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.isError !== undefined){
const _errs7 = errors;
if(typeof data.isError !== "boolean"){
return fail(validate36, instancePath+"/isError", "type", {type: "boolean"});
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
return fail(validate36, instancePath, "type", {type: "object"});
}
}
validate36.errors = vErrors;
return errors === 0;
}
function validate27(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data0 = data.type;
if(!(((((data0 === "text") || (data0 === "reasoning")) || (data0 === "image")) || (data0 === "tool-call")) || (data0 === "tool-result"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs4 = errors;
if(errors === _errs4){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
return fail(validate27, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
if(!(validate28(data, {instancePath}))){
vErrors = joined(vErrors, validate28.errors);
errors = vErrors.length;
}
}
else if(tag0 === "reasoning"){
if(!(validate29(data, {instancePath}))){
vErrors = joined(vErrors, validate29.errors);
errors = vErrors.length;
}
}
else if(tag0 === "image"){
if(!(validate30(data, {instancePath}))){
vErrors = joined(vErrors, validate30.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool-call"){
if(!(validate35(data, {instancePath}))){
vErrors = joined(vErrors, validate35.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool-result"){
if(!(validate36(data, {instancePath}))){
vErrors = joined(vErrors, validate36.errors);
errors = vErrors.length;
}
}
else {
return fail(validate27, instancePath, "discriminator", {error: "mapping", tag: "type", tagValue: tag0});
}
}
else {
return fail(validate27, instancePath, "discriminator", {error: "tag", tag: "type", tagValue: tag0});
}
}
}
else {
return fail(validate27, instancePath, "type", {type: "object"});
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
}
if(!valid0){
const err1 = {instancePath,keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate27.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
return fail(validate27, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate27, instancePath+"/type", "type", {type: "string"});
}
}
}
}
else {
return fail(validate27, instancePath, "type", {type: "object"});
}
}
validate27.errors = vErrors;
return errors === 0;
}
function validate26(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.sessionId === undefined) && (missing0 = "sessionId")) || ((data.contentBlocks === undefined) && (missing0 = "contentBlocks"))){
return fail(validate26, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate26, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.contentBlocks !== undefined){
let data1 = data.contentBlocks;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length < 1){
return fail(validate26, instancePath+"/contentBlocks", "minItems", {limit: 1});
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(!(validate27(data2, {instancePath:instancePath+"/contentBlocks/" + i0}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type !== undefined){
let data3 = data2.type;
const _errs7 = errors;
const _errs8 = errors;
if(!(((data3 === "reasoning") || (data3 === "tool-call")) || (data3 === "tool-result"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var valid3 = _errs8 === errors;
if(valid3){
return fail(validate26, instancePath+"/contentBlocks/" + i0+"/type", "not", {});
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
}
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
return fail(validate26, instancePath+"/contentBlocks", "type", {type: "array"});
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate26, instancePath, "type", {type: "object"});
}
}
validate26.errors = vErrors;
return errors === 0;
}
validate.ofInitializeParamsV1 = validate43;
function validate44(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.name === undefined) && (missing0 = "name")) || ((data.version === undefined) && (missing0 = "version"))){
return fail(validate44, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate44, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.version !== undefined){
if(typeof data.version !== "string"){
return fail(validate44, instancePath+"/version", "type", {type: "string"});
}
}
{
if(data.title !== undefined){
const _errs5 = errors;
if(typeof data.title !== "string"){
return fail(validate44, instancePath+"/title", "type", {type: "string"});
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate44, instancePath, "type", {type: "object"});
}
}
validate44.errors = vErrors;
return errors === 0;
}
function validate47(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.exclude !== undefined){
let data0 = data.exclude;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs3 = errors;
if(typeof data0[i0] !== "string"){
return fail(validate47, instancePath+"/exclude/" + i0, "type", {type: "string"});
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate47, instancePath+"/exclude", "type", {type: "array"});
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.excludeEvents !== undefined){
let data2 = data.excludeEvents;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid2 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs7 = errors;
if(typeof data2[i1] !== "string"){
return fail(validate47, instancePath+"/excludeEvents/" + i1, "type", {type: "string"});
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
else {
return fail(validate47, instancePath+"/excludeEvents", "type", {type: "array"});
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
else {
return fail(validate47, instancePath, "type", {type: "object"});
}
}
validate47.errors = vErrors;
return errors === 0;
}
function validate46(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.approvals !== undefined){
let data0 = data.approvals;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
return fail(validate46, instancePath+"/approvals", "type", {type: "object"});
}
}
{
if(data.notifications !== undefined){
const _errs3 = errors;
if(!(validate47(data.notifications, {instancePath:instancePath+"/notifications"}))){
vErrors = joined(vErrors, validate47.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
else {
return fail(validate46, instancePath, "type", {type: "object"});
}
}
validate46.errors = vErrors;
return errors === 0;
}
function validate50(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.maxFrameBytes !== undefined){
let data0 = data.maxFrameBytes;
const _errs1 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate50, instancePath+"/maxFrameBytes", "type", {type: "integer"});
}
if(errors === _errs1){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate50, instancePath+"/maxFrameBytes", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 65536 || isNaN(data0)){
return fail(validate50, instancePath+"/maxFrameBytes", "minimum", {comparison: ">=", limit: 65536});
}
}
}
}
}
}
else {
return fail(validate50, instancePath, "type", {type: "object"});
}
}
validate50.errors = vErrors;
return errors === 0;
}
function validate52(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.name === undefined) && (missing0 = "name")) || ((data.description === undefined) && (missing0 = "description"))) || ((data.inputSchema === undefined) && (missing0 = "inputSchema"))){
return fail(validate52, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.name !== undefined){
let data0 = data.name;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(data0.length < 1){
return fail(validate52, instancePath+"/name", "minLength", {limit: 1});
}
}
else {
return fail(validate52, instancePath+"/name", "type", {type: "string"});
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined){
if(typeof data.description !== "string"){
return fail(validate52, instancePath+"/description", "type", {type: "string"});
}
}
{
if(data.inputSchema !== undefined){
let data2 = data.inputSchema;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
return fail(validate52, instancePath+"/inputSchema", "type", {type: "object"});
}
}
{
if(data.timeoutMs !== undefined){
let data3 = data.timeoutMs;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate52, instancePath+"/timeoutMs", "type", {type: "integer"});
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate52, instancePath+"/timeoutMs", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 1 || isNaN(data3)){
return fail(validate52, instancePath+"/timeoutMs", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
return fail(validate52, instancePath, "type", {type: "object"});
}
}
validate52.errors = vErrors;
return errors === 0;
}
function validate43(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.cwd === undefined) && (missing0 = "cwd")){
return fail(validate43, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
return fail(validate43, instancePath+"/cwd", "type", {type: "string"});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate43, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate43, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.maxTokens !== undefined){
let data3 = data.maxTokens;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate43, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate43, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 1 || isNaN(data3)){
return fail(validate43, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.protocolVersion !== undefined){
let data4 = data.protocolVersion;
const _errs9 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
return fail(validate43, instancePath+"/protocolVersion", "type", {type: "integer"});
}
if(errors === _errs9){
if(typeof data4 == "number"){
if(data4 > 9007199254740991 || isNaN(data4)){
return fail(validate43, instancePath+"/protocolVersion", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data4 < 0 || isNaN(data4)){
return fail(validate43, instancePath+"/protocolVersion", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.minProtocolVersion !== undefined){
let data5 = data.minProtocolVersion;
const _errs11 = errors;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
return fail(validate43, instancePath+"/minProtocolVersion", "type", {type: "integer"});
}
if(errors === _errs11){
if(typeof data5 == "number"){
if(data5 > 9007199254740991 || isNaN(data5)){
return fail(validate43, instancePath+"/minProtocolVersion", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data5 < 0 || isNaN(data5)){
return fail(validate43, instancePath+"/minProtocolVersion", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clientInfo !== undefined){
const _errs13 = errors;
if(!(validate44(data.clientInfo, {instancePath:instancePath+"/clientInfo"}))){
vErrors = joined(vErrors, validate44.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.capabilities !== undefined){
const _errs14 = errors;
if(!(validate46(data.capabilities, {instancePath:instancePath+"/capabilities"}))){
vErrors = joined(vErrors, validate46.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limits !== undefined){
const _errs15 = errors;
if(!(validate50(data.limits, {instancePath:instancePath+"/limits"}))){
vErrors = joined(vErrors, validate50.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data9 = data.tools;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data9)){
var valid1 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs18 = errors;
if(!(validate52(data9[i0], {instancePath:instancePath+"/tools/" + i0}))){
vErrors = joined(vErrors, validate52.errors);
errors = vErrors.length;
}
var valid1 = _errs18 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate43, instancePath+"/tools", "type", {type: "array"});
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
return fail(validate43, instancePath, "type", {type: "object"});
}
}
validate43.errors = vErrors;
return errors === 0;
}
validate.ofSessionPromptParamsV1 = validate54;
const schema25 = {"type":"object","required":["sessionId","contentBlocks"],"properties":{"sessionId":{"type":"string"},"contentBlocks":{"type":"array","items":{"$ref":"#/$defs/ContentBlock","properties":{"type":{"not":{"enum":["reasoning","tool-call","tool-result"]}}}},"minItems":1},"clientMessageId":{"type":"string"},"mode":{"enum":["queue","steer"]},"expectTurn":{"type":"integer","minimum":1,"maximum":9007199254740991},"deadlineMs":{"type":"integer","minimum":1,"maximum":9007199254740991}}};
function validate54(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.sessionId === undefined) && (missing0 = "sessionId")) || ((data.contentBlocks === undefined) && (missing0 = "contentBlocks"))){
return fail(validate54, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate54, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.contentBlocks !== undefined){
let data1 = data.contentBlocks;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length < 1){
return fail(validate54, instancePath+"/contentBlocks", "minItems", {limit: 1});
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(!(validate27(data2, {instancePath:instancePath+"/contentBlocks/" + i0}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type !== undefined){
let data3 = data2.type;
const _errs7 = errors;
const _errs8 = errors;
if(!(((data3 === "reasoning") || (data3 === "tool-call")) || (data3 === "tool-result"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var valid3 = _errs8 === errors;
if(valid3){
return fail(validate54, instancePath+"/contentBlocks/" + i0+"/type", "not", {});
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
}
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
return fail(validate54, instancePath+"/contentBlocks", "type", {type: "array"});
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clientMessageId !== undefined){
if(typeof data.clientMessageId !== "string"){
return fail(validate54, instancePath+"/clientMessageId", "type", {type: "string"});
}
}
{
if(data.mode !== undefined){
let data5 = data.mode;
if(!((data5 === "queue") || (data5 === "steer"))){
return fail(validate54, instancePath+"/mode", "enum", {allowedValues: schema25.properties.mode.enum});
}
}
{
if(data.expectTurn !== undefined){
let data6 = data.expectTurn;
const _errs12 = errors;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
return fail(validate54, instancePath+"/expectTurn", "type", {type: "integer"});
}
if(errors === _errs12){
if(typeof data6 == "number"){
if(data6 > 9007199254740991 || isNaN(data6)){
return fail(validate54, instancePath+"/expectTurn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data6 < 1 || isNaN(data6)){
return fail(validate54, instancePath+"/expectTurn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.deadlineMs !== undefined){
let data7 = data.deadlineMs;
const _errs14 = errors;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
return fail(validate54, instancePath+"/deadlineMs", "type", {type: "integer"});
}
if(errors === _errs14){
if(typeof data7 == "number"){
if(data7 > 9007199254740991 || isNaN(data7)){
return fail(validate54, instancePath+"/deadlineMs", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data7 < 1 || isNaN(data7)){
return fail(validate54, instancePath+"/deadlineMs", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
return fail(validate54, instancePath, "type", {type: "object"});
}
}
validate54.errors = vErrors;
return errors === 0;
}
validate.ofSessionCancelParams = validate56;
const schema26 = {"type":"object","required":["sessionId"],"properties":{"sessionId":{"type":"string"},"messageId":{"type":"string"},"clientMessageId":{"type":"string"},"scope":{"enum":["turn","queued","all"]},"reason":{"type":"string"}}};
function validate56(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sessionId === undefined) && (missing0 = "sessionId")){
return fail(validate56, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate56, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
return fail(validate56, instancePath+"/messageId", "type", {type: "string"});
}
}
{
if(data.clientMessageId !== undefined){
if(typeof data.clientMessageId !== "string"){
return fail(validate56, instancePath+"/clientMessageId", "type", {type: "string"});
}
}
{
if(data.scope !== undefined){
let data3 = data.scope;
if(!(((data3 === "turn") || (data3 === "queued")) || (data3 === "all"))){
return fail(validate56, instancePath+"/scope", "enum", {allowedValues: schema26.properties.scope.enum});
}
}
{
if(data.reason !== undefined){
const _errs8 = errors;
if(typeof data.reason !== "string"){
return fail(validate56, instancePath+"/reason", "type", {type: "string"});
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
return fail(validate56, instancePath, "type", {type: "object"});
}
}
validate56.errors = vErrors;
return errors === 0;
}
validate.ofSessionOpenParams = validate57;
function validate57(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate57, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
return fail(validate57, instancePath+"/cwd", "type", {type: "string"});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate57, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate57, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.maxTokens !== undefined){
let data4 = data.maxTokens;
const _errs9 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
return fail(validate57, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs9){
if(typeof data4 == "number"){
if(data4 > 9007199254740991 || isNaN(data4)){
return fail(validate57, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data4 < 1 || isNaN(data4)){
return fail(validate57, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.systemPrompt !== undefined){
if(typeof data.systemPrompt !== "string"){
return fail(validate57, instancePath+"/systemPrompt", "type", {type: "string"});
}
}
{
if(data.tools !== undefined){
let data6 = data.tools;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
var valid1 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
const _errs15 = errors;
if(!(validate52(data6[i0], {instancePath:instancePath+"/tools/" + i0}))){
vErrors = joined(vErrors, validate52.errors);
errors = vErrors.length;
}
var valid1 = _errs15 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate57, instancePath+"/tools", "type", {type: "array"});
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data8 = data.metadata;
const _errs16 = errors;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
return fail(validate57, instancePath+"/metadata", "type", {type: "object"});
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
return fail(validate57, instancePath, "type", {type: "object"});
}
}
validate57.errors = vErrors;
return errors === 0;
}
validate.ofSessionResumeParams = validate59;
function validate59(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sessionId === undefined) && (missing0 = "sessionId")){
return fail(validate59, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate59, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.afterSeq !== undefined){
let data1 = data.afterSeq;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate59, instancePath+"/afterSeq", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate59, instancePath+"/afterSeq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < -1 || isNaN(data1)){
return fail(validate59, instancePath+"/afterSeq", "minimum", {comparison: ">=", limit: -1});
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate59, instancePath, "type", {type: "object"});
}
}
validate59.errors = vErrors;
return errors === 0;
}
validate.ofSessionEventsParams = validate60;
function validate60(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.sessionId === undefined) && (missing0 = "sessionId")) || ((data.afterSeq === undefined) && (missing0 = "afterSeq"))){
return fail(validate60, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate60, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.afterSeq !== undefined){
let data1 = data.afterSeq;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate60, instancePath+"/afterSeq", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate60, instancePath+"/afterSeq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < -1 || isNaN(data1)){
return fail(validate60, instancePath+"/afterSeq", "minimum", {comparison: ">=", limit: -1});
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limit !== undefined){
let data2 = data.limit;
const _errs5 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate60, instancePath+"/limit", "type", {type: "integer"});
}
if(errors === _errs5){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate60, instancePath+"/limit", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 1 || isNaN(data2)){
return fail(validate60, instancePath+"/limit", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.waitMs !== undefined){
let data3 = data.waitMs;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate60, instancePath+"/waitMs", "type", {type: "integer"});
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate60, instancePath+"/waitMs", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 1 || isNaN(data3)){
return fail(validate60, instancePath+"/waitMs", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
return fail(validate60, instancePath, "type", {type: "object"});
}
}
validate60.errors = vErrors;
return errors === 0;
}
validate.ofSessionCloseParams = validate61;
const schema30 = {"type":"object","required":["sessionId","mode"],"properties":{"sessionId":{"type":"string"},"mode":{"enum":["drain","cancel"]},"timeoutMs":{"type":"integer","minimum":1,"maximum":9007199254740991}}};
function validate61(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.sessionId === undefined) && (missing0 = "sessionId")) || ((data.mode === undefined) && (missing0 = "mode"))){
return fail(validate61, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate61, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.mode !== undefined){
let data1 = data.mode;
if(!((data1 === "drain") || (data1 === "cancel"))){
return fail(validate61, instancePath+"/mode", "enum", {allowedValues: schema30.properties.mode.enum});
}
}
{
if(data.timeoutMs !== undefined){
let data2 = data.timeoutMs;
const _errs4 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate61, instancePath+"/timeoutMs", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate61, instancePath+"/timeoutMs", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 1 || isNaN(data2)){
return fail(validate61, instancePath+"/timeoutMs", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate61, instancePath, "type", {type: "object"});
}
}
validate61.errors = vErrors;
return errors === 0;
}
validate.ofSessionForkParams = validate62;
function validate62(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sessionId === undefined) && (missing0 = "sessionId")){
return fail(validate62, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate62, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.atSeq !== undefined){
let data1 = data.atSeq;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate62, instancePath+"/atSeq", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate62, instancePath+"/atSeq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate62, instancePath+"/atSeq", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate62, instancePath, "type", {type: "object"});
}
}
validate62.errors = vErrors;
return errors === 0;
}
validate.ofSessionListParams = validate63;
function validate63(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cursor !== undefined){
if(typeof data.cursor !== "string"){
return fail(validate63, instancePath+"/cursor", "type", {type: "string"});
}
}
{
if(data.limit !== undefined){
let data1 = data.limit;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate63, instancePath+"/limit", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 500 || isNaN(data1)){
return fail(validate63, instancePath+"/limit", "maximum", {comparison: "<=", limit: 500});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate63, instancePath+"/limit", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
else {
return fail(validate63, instancePath, "type", {type: "object"});
}
}
validate63.errors = vErrors;
return errors === 0;
}
validate.ofSessionGetParams = validate64;
function validate64(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sessionId === undefined) && (missing0 = "sessionId")){
return fail(validate64, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate64, instancePath+"/sessionId", "type", {type: "string"});
}
}
}
}
else {
return fail(validate64, instancePath, "type", {type: "object"});
}
}
validate64.errors = vErrors;
return errors === 0;
}
validate.ofSessionUpdateParams = validate65;
function validate65(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sessionId === undefined) && (missing0 = "sessionId")){
return fail(validate65, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate65, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate65, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate65, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.maxTokens !== undefined){
let data3 = data.maxTokens;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate65, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate65, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 1 || isNaN(data3)){
return fail(validate65, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.title !== undefined){
if(typeof data.title !== "string"){
return fail(validate65, instancePath+"/title", "type", {type: "string"});
}
}
{
if(data.metadata !== undefined){
let data5 = data.metadata;
const _errs11 = errors;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
return fail(validate65, instancePath+"/metadata", "type", {type: "object"});
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
return fail(validate65, instancePath, "type", {type: "object"});
}
}
validate65.errors = vErrors;
return errors === 0;
}
validate.ofSessionDeleteParams = validate66;
function validate66(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sessionId === undefined) && (missing0 = "sessionId")){
return fail(validate66, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate66, instancePath+"/sessionId", "type", {type: "string"});
}
}
}
}
else {
return fail(validate66, instancePath, "type", {type: "object"});
}
}
validate66.errors = vErrors;
return errors === 0;
}
validate.ofApprovalAnswerParams = validate67;
function validate69(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.optionId === undefined) && (missing0 = "optionId"))){
return fail(validate69, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("selected" !== data.type){
return fail(validate69, instancePath+"/type", "const", {allowedValue: "selected"});
}
}
{
if(data.optionId !== undefined){
if(typeof data.optionId !== "string"){
return fail(validate69, instancePath+"/optionId", "type", {type: "string"});
}
}
{
if(data.note !== undefined){
const _errs4 = errors;
if(typeof data.note !== "string"){
return fail(validate69, instancePath+"/note", "type", {type: "string"});
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate69, instancePath, "type", {type: "object"});
}
}
validate69.errors = vErrors;
return errors === 0;
}
function validate70(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
return fail(validate70, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.type !== undefined){
if("cancelled" !== data.type){
return fail(validate70, instancePath+"/type", "const", {allowedValue: "cancelled"});
}
}
}
}
else {
return fail(validate70, instancePath, "type", {type: "object"});
}
}
validate70.errors = vErrors;
return errors === 0;
}
function validate68(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data0 = data.type;
if(!((data0 === "selected") || (data0 === "cancelled"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs4 = errors;
if(errors === _errs4){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
return fail(validate68, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "selected"){
if(!(validate69(data, {instancePath}))){
vErrors = joined(vErrors, validate69.errors);
errors = vErrors.length;
}
}
else if(tag0 === "cancelled"){
if(!(validate70(data, {instancePath}))){
vErrors = joined(vErrors, validate70.errors);
errors = vErrors.length;
}
}
else {
return fail(validate68, instancePath, "discriminator", {error: "mapping", tag: "type", tagValue: tag0});
}
}
else {
return fail(validate68, instancePath, "discriminator", {error: "tag", tag: "type", tagValue: tag0});
}
}
}
else {
return fail(validate68, instancePath, "type", {type: "object"});
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
}
if(!valid0){
const err1 = {instancePath,keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate68.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
return fail(validate68, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate68, instancePath+"/type", "type", {type: "string"});
}
}
}
}
else {
return fail(validate68, instancePath, "type", {type: "object"});
}
}
validate68.errors = vErrors;
return errors === 0;
}
function validate67(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.approvalId === undefined) && (missing0 = "approvalId")) || ((data.outcome === undefined) && (missing0 = "outcome"))){
return fail(validate67, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.approvalId !== undefined){
if(typeof data.approvalId !== "string"){
return fail(validate67, instancePath+"/approvalId", "type", {type: "string"});
}
}
{
if(data.outcome !== undefined){
const _errs3 = errors;
if(!(validate68(data.outcome, {instancePath:instancePath+"/outcome"}))){
vErrors = joined(vErrors, validate68.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate67, instancePath, "type", {type: "object"});
}
}
validate67.errors = vErrors;
return errors === 0;
}
validate.ofModelListParams = validate74;
function validate74(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate74, instancePath+"/provider", "type", {type: "string"});
}
}
}
else {
return fail(validate74, instancePath, "type", {type: "object"});
}
}
validate74.errors = vErrors;
return errors === 0;
}
validate.ofAttachmentPutParams = validate75;
const schema41 = {"type":"object","required":["mediaType","data"],"properties":{"mediaType":{"enum":["image/png","image/jpeg","image/webp","image/gif"]},"data":{"type":"string"},"name":{"type":"string"}}};
function validate75(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.mediaType === undefined) && (missing0 = "mediaType")) || ((data.data === undefined) && (missing0 = "data"))){
return fail(validate75, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.mediaType !== undefined){
let data0 = data.mediaType;
if(!((((data0 === "image/png") || (data0 === "image/jpeg")) || (data0 === "image/webp")) || (data0 === "image/gif"))){
return fail(validate75, instancePath+"/mediaType", "enum", {allowedValues: schema41.properties.mediaType.enum});
}
}
{
if(data.data !== undefined){
if(typeof data.data !== "string"){
return fail(validate75, instancePath+"/data", "type", {type: "string"});
}
}
{
if(data.name !== undefined){
const _errs4 = errors;
if(typeof data.name !== "string"){
return fail(validate75, instancePath+"/name", "type", {type: "string"});
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate75, instancePath, "type", {type: "object"});
}
}
validate75.errors = vErrors;
return errors === 0;
}
validate.ofAttachmentGetParams = validate76;
function validate76(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.attachmentId === undefined) && (missing0 = "attachmentId")){
return fail(validate76, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.attachmentId !== undefined){
let data0 = data.attachmentId;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(data0.length < 1){
return fail(validate76, instancePath+"/attachmentId", "minLength", {limit: 1});
}
}
else {
return fail(validate76, instancePath+"/attachmentId", "type", {type: "string"});
}
}
}
}
}
else {
return fail(validate76, instancePath, "type", {type: "object"});
}
}
validate76.errors = vErrors;
return errors === 0;
}
validate.ofToolCallResult = validate77;
function validate77(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.content === undefined) && (missing0 = "content")){
return fail(validate77, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.content !== undefined){
let data0 = data.content;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs3 = errors;
if(!(validate27(data0[i0], {instancePath:instancePath+"/content/" + i0}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate77, instancePath+"/content", "type", {type: "array"});
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.isError !== undefined){
const _errs4 = errors;
if(typeof data.isError !== "boolean"){
return fail(validate77, instancePath+"/isError", "type", {type: "boolean"});
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate77, instancePath, "type", {type: "object"});
}
}
validate77.errors = vErrors;
return errors === 0;
}
validate.ofApprovalRequestResult = validate79;
function validate79(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.outcome === undefined) && (missing0 = "outcome")){
return fail(validate79, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.outcome !== undefined){
if(!(validate68(data.outcome, {instancePath:instancePath+"/outcome"}))){
vErrors = joined(vErrors, validate68.errors);
errors = vErrors.length;
}
}
}
}
else {
return fail(validate79, instancePath, "type", {type: "object"});
}
}
validate79.errors = vErrors;
return errors === 0;
}
validate.ofToolProgressNotification = validate81;
function validate81(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.sessionId === undefined) && (missing0 = "sessionId")) || ((data.turn === undefined) && (missing0 = "turn"))) || ((data.callId === undefined) && (missing0 = "callId"))){
return fail(validate81, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.sessionId !== undefined){
if(typeof data.sessionId !== "string"){
return fail(validate81, instancePath+"/sessionId", "type", {type: "string"});
}
}
{
if(data.turn !== undefined){
let data1 = data.turn;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate81, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate81, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate81, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.callId !== undefined){
if(typeof data.callId !== "string"){
return fail(validate81, instancePath+"/callId", "type", {type: "string"});
}
}
{
if(data.message !== undefined){
if(typeof data.message !== "string"){
return fail(validate81, instancePath+"/message", "type", {type: "string"});
}
}
{
if(data.progress !== undefined){
let data4 = data.progress;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 == "number"){
if(data4 < 0 || isNaN(data4)){
return fail(validate81, instancePath+"/progress", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate81, instancePath+"/progress", "type", {type: "number"});
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.total !== undefined){
let data5 = data.total;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 == "number"){
if(data5 < 0 || isNaN(data5)){
return fail(validate81, instancePath+"/total", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate81, instancePath+"/total", "type", {type: "number"});
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
return fail(validate81, instancePath, "type", {type: "object"});
}
}
validate81.errors = vErrors;
return errors === 0;
}
validate.ofCancelRequestNotification = validate82;
const schema46 = {"type":"object","required":["id"],"properties":{"id":{"type":["string","number"]},"reason":{"type":"string"}}};
function validate82(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
return fail(validate82, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!(typeof data0 == "number"))){
return fail(validate82, instancePath+"/id", "type", {type: schema46.properties.id.type});
}
}
{
if(data.reason !== undefined){
const _errs3 = errors;
if(typeof data.reason !== "string"){
return fail(validate82, instancePath+"/reason", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate82, instancePath, "type", {type: "object"});
}
}
validate82.errors = vErrors;
return errors === 0;
}
validate.ofFrameDroppedNotification = validate83;
function validate83(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.bytes === undefined) && (missing0 = "bytes")){
return fail(validate83, instancePath, "required", {missingProperty: missing0});
}
else {
if(data.bytes !== undefined){
let data0 = data.bytes;
const _errs1 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate83, instancePath+"/bytes", "type", {type: "integer"});
}
if(errors === _errs1){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate83, instancePath+"/bytes", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 0 || isNaN(data0)){
return fail(validate83, instancePath+"/bytes", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.method !== undefined){
const _errs3 = errors;
if(typeof data.method !== "string"){
return fail(validate83, instancePath+"/method", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate83, instancePath, "type", {type: "object"});
}
}
validate83.errors = vErrors;
return errors === 0;
}
export const paramsV0 = new Map([
  ["initialize", validate.ofInitializeParams],
  ["session/prompt", validate.ofSessionPromptParams],
]);
export const paramsV1 = new Map([
  ["initialize", validate.ofInitializeParamsV1],
  ["session/prompt", validate.ofSessionPromptParamsV1],
  ["session/cancel", validate.ofSessionCancelParams],
  ["session/open", validate.ofSessionOpenParams],
  ["session/resume", validate.ofSessionResumeParams],
  ["session/events", validate.ofSessionEventsParams],
  ["session/close", validate.ofSessionCloseParams],
  ["session/fork", validate.ofSessionForkParams],
  ["session/list", validate.ofSessionListParams],
  ["session/get", validate.ofSessionGetParams],
  ["session/update", validate.ofSessionUpdateParams],
  ["session/delete", validate.ofSessionDeleteParams],
  ["approval/answer", validate.ofApprovalAnswerParams],
  ["model/list", validate.ofModelListParams],
  ["attachment/put", validate.ofAttachmentPutParams],
  ["attachment/get", validate.ofAttachmentGetParams],
]);
export const resultsV1 = new Map([
  ["tool/call", validate.ofToolCallResult],
  ["approval/request", validate.ofApprovalRequestResult],
]);
export const notificationsV1 = new Map([
  ["tool.progress", validate.ofToolProgressNotification],
  ["$/cancelRequest", validate.ofCancelRequestNotification],
  ["$/frameDropped", validate.ofFrameDroppedNotification],
]);
export const errorData = validate.errorData;
