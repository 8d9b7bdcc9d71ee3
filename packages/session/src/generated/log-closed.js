// Generated from the schemas in spec/ by `npm run generate`. Do not edit.
const validate = {};
const fail = (check, instancePath, keyword, params) => {
check.errors = [{ instancePath, keyword, params }];
return false;
};
const joined = (all, more) => (all === null ? more : all.concat(more));
validate.event0 = validate22;
function validate23(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.seq === undefined) && (missing0 = "seq"))) || ((data.time === undefined) && (missing0 = "time"))) || ((data.data === undefined) && (missing0 = "data"))){
return fail(validate23, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "seq")) || (key0 === "time")) || (key0 === "data")) || (key0 === "ignorable"))){
return fail(validate23, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate23, instancePath+"/type", "type", {type: "string"});
}
}
{
if(data.seq !== undefined){
let data1 = data.seq;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate23, instancePath+"/seq", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate23, instancePath+"/seq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate23, instancePath+"/seq", "minimum", {comparison: ">=", limit: 0});
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
if(data.time !== undefined){
let data2 = data.time;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate23, instancePath+"/time", "type", {type: "integer"});
}
}
{
if(data.ignorable !== undefined){
const _errs8 = errors;
if(true !== data.ignorable){
return fail(validate23, instancePath+"/ignorable", "const", {allowedValue: true});
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
return fail(validate23, instancePath, "type", {type: "object"});
}
}
validate23.errors = vErrors;
return errors === 0;
}
function validate25(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.turn === undefined) && (missing0 = "turn")){
return fail(validate25, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "turn")){
return fail(validate25, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate25, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate25, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate25, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
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
function validate22(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate25(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate25.errors);
errors = vErrors.length;
}
}
}
}
validate22.errors = vErrors;
return errors === 0;
}
validate.event1 = validate27;
function validate31(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate31, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate31, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("completed" !== data.kind){
return fail(validate31, instancePath+"/kind", "const", {allowedValue: "completed"});
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
function validate32(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate32, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate32, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("max-tokens" !== data.kind){
return fail(validate32, instancePath+"/kind", "const", {allowedValue: "max-tokens"});
}
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
function validate34(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.message === undefined) && (missing0 = "message")) || ((data.code === undefined) && (missing0 = "code"))){
return fail(validate34, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "message") || (key0 === "code")) || (key0 === "status")) || (key0 === "providerRetryAfterMs")) || (key0 === "requestId"))){
return fail(validate34, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.message !== undefined){
if(typeof data.message !== "string"){
return fail(validate34, instancePath+"/message", "type", {type: "string"});
}
}
{
if(data.code !== undefined){
if(typeof data.code !== "string"){
return fail(validate34, instancePath+"/code", "type", {type: "string"});
}
}
{
if(data.status !== undefined){
let data2 = data.status;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate34, instancePath+"/status", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 599 || isNaN(data2)){
return fail(validate34, instancePath+"/status", "maximum", {comparison: "<=", limit: 599});
}
else {
if(data2 < 100 || isNaN(data2)){
return fail(validate34, instancePath+"/status", "minimum", {comparison: ">=", limit: 100});
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
if(data.providerRetryAfterMs !== undefined){
let data3 = data.providerRetryAfterMs;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 == "number"){
if(data3 <= 0 || isNaN(data3)){
return fail(validate34, instancePath+"/providerRetryAfterMs", "exclusiveMinimum", {comparison: ">", limit: 0});
}
}
else {
return fail(validate34, instancePath+"/providerRetryAfterMs", "type", {type: "number"});
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestId !== undefined){
const _errs10 = errors;
if(typeof data.requestId !== "string"){
return fail(validate34, instancePath+"/requestId", "type", {type: "string"});
}
var valid0 = _errs10 === errors;
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
return fail(validate34, instancePath, "type", {type: "object"});
}
}
validate34.errors = vErrors;
return errors === 0;
}
function validate33(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.error === undefined) && (missing0 = "error"))){
return fail(validate33, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "error"))){
return fail(validate33, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("error" !== data.kind){
return fail(validate33, instancePath+"/kind", "const", {allowedValue: "error"});
}
}
{
if(data.error !== undefined){
const _errs3 = errors;
if(!(validate34(data.error, {instancePath:instancePath+"/error"}))){
vErrors = joined(vErrors, validate34.errors);
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
}
else {
return fail(validate33, instancePath, "type", {type: "object"});
}
}
validate33.errors = vErrors;
return errors === 0;
}
function validate38(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate38, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "reason"))){
return fail(validate38, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("user" !== data.kind){
return fail(validate38, instancePath+"/kind", "const", {allowedValue: "user"});
}
}
{
if(data.reason !== undefined){
const _errs3 = errors;
if(typeof data.reason !== "string"){
return fail(validate38, instancePath+"/reason", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate38, instancePath, "type", {type: "object"});
}
}
validate38.errors = vErrors;
return errors === 0;
}
function validate39(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate39, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate39, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("deadline" !== data.kind){
return fail(validate39, instancePath+"/kind", "const", {allowedValue: "deadline"});
}
}
}
}
}
else {
return fail(validate39, instancePath, "type", {type: "object"});
}
}
validate39.errors = vErrors;
return errors === 0;
}
function validate40(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate40, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate40, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("parent" !== data.kind){
return fail(validate40, instancePath+"/kind", "const", {allowedValue: "parent"});
}
}
}
}
}
else {
return fail(validate40, instancePath, "type", {type: "object"});
}
}
validate40.errors = vErrors;
return errors === 0;
}
function validate41(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.reason === undefined) && (missing0 = "reason"))){
return fail(validate41, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "reason"))){
return fail(validate41, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("hook" !== data.kind){
return fail(validate41, instancePath+"/kind", "const", {allowedValue: "hook"});
}
}
{
if(data.reason !== undefined){
const _errs3 = errors;
if(typeof data.reason !== "string"){
return fail(validate41, instancePath+"/reason", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate41, instancePath, "type", {type: "object"});
}
}
validate41.errors = vErrors;
return errors === 0;
}
function validate42(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate42, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate42, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("disposed" !== data.kind){
return fail(validate42, instancePath+"/kind", "const", {allowedValue: "disposed"});
}
}
}
}
}
else {
return fail(validate42, instancePath, "type", {type: "object"});
}
}
validate42.errors = vErrors;
return errors === 0;
}
function validate43(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate43, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate43, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("legacy" !== data.kind){
return fail(validate43, instancePath+"/kind", "const", {allowedValue: "legacy"});
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
function validate37(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
let data0 = data.kind;
if(!((((((data0 === "user") || (data0 === "deadline")) || (data0 === "parent")) || (data0 === "hook")) || (data0 === "disposed")) || (data0 === "legacy"))){
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
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate37, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "user"){
if(!(validate38(data, {instancePath}))){
vErrors = joined(vErrors, validate38.errors);
errors = vErrors.length;
}
}
else if(tag0 === "deadline"){
if(!(validate39(data, {instancePath}))){
vErrors = joined(vErrors, validate39.errors);
errors = vErrors.length;
}
}
else if(tag0 === "parent"){
if(!(validate40(data, {instancePath}))){
vErrors = joined(vErrors, validate40.errors);
errors = vErrors.length;
}
}
else if(tag0 === "hook"){
if(!(validate41(data, {instancePath}))){
vErrors = joined(vErrors, validate41.errors);
errors = vErrors.length;
}
}
else if(tag0 === "disposed"){
if(!(validate42(data, {instancePath}))){
vErrors = joined(vErrors, validate42.errors);
errors = vErrors.length;
}
}
else if(tag0 === "legacy"){
if(!(validate43(data, {instancePath}))){
vErrors = joined(vErrors, validate43.errors);
errors = vErrors.length;
}
}
else {
return fail(validate37, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0});
}
}
else {
return fail(validate37, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0});
}
}
}
else {
return fail(validate37, instancePath, "type", {type: "object"});
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
validate37.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.kind === undefined) && (missing1 = "kind")){
return fail(validate37, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
return fail(validate37, instancePath+"/kind", "type", {type: "string"});
}
}
}
}
else {
return fail(validate37, instancePath, "type", {type: "object"});
}
}
validate37.errors = vErrors;
return errors === 0;
}
function validate36(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.reason === undefined) && (missing0 = "reason"))){
return fail(validate36, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "reason"))){
return fail(validate36, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("aborted" !== data.kind){
return fail(validate36, instancePath+"/kind", "const", {allowedValue: "aborted"});
}
}
{
if(data.reason !== undefined){
const _errs3 = errors;
if(!(validate37(data.reason, {instancePath:instancePath+"/reason"}))){
vErrors = joined(vErrors, validate37.errors);
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
}
else {
return fail(validate36, instancePath, "type", {type: "object"});
}
}
validate36.errors = vErrors;
return errors === 0;
}
function validate51(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate51, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate51, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("blocked" !== data.kind){
return fail(validate51, instancePath+"/kind", "const", {allowedValue: "blocked"});
}
}
}
}
}
else {
return fail(validate51, instancePath, "type", {type: "object"});
}
}
validate51.errors = vErrors;
return errors === 0;
}
function validate52(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate52, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate52, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("interrupted" !== data.kind){
return fail(validate52, instancePath+"/kind", "const", {allowedValue: "interrupted"});
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
function validate30(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
let data0 = data.kind;
if(!((((((data0 === "completed") || (data0 === "max-tokens")) || (data0 === "error")) || (data0 === "aborted")) || (data0 === "blocked")) || (data0 === "interrupted"))){
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
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate30, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "completed"){
if(!(validate31(data, {instancePath}))){
vErrors = joined(vErrors, validate31.errors);
errors = vErrors.length;
}
}
else if(tag0 === "max-tokens"){
if(!(validate32(data, {instancePath}))){
vErrors = joined(vErrors, validate32.errors);
errors = vErrors.length;
}
}
else if(tag0 === "error"){
if(!(validate33(data, {instancePath}))){
vErrors = joined(vErrors, validate33.errors);
errors = vErrors.length;
}
}
else if(tag0 === "aborted"){
if(!(validate36(data, {instancePath}))){
vErrors = joined(vErrors, validate36.errors);
errors = vErrors.length;
}
}
else if(tag0 === "blocked"){
if(!(validate51(data, {instancePath}))){
vErrors = joined(vErrors, validate51.errors);
errors = vErrors.length;
}
}
else if(tag0 === "interrupted"){
if(!(validate52(data, {instancePath}))){
vErrors = joined(vErrors, validate52.errors);
errors = vErrors.length;
}
}
else {
return fail(validate30, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0});
}
}
else {
return fail(validate30, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0});
}
}
}
else {
return fail(validate30, instancePath, "type", {type: "object"});
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
validate30.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.kind === undefined) && (missing1 = "kind")){
return fail(validate30, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
return fail(validate30, instancePath+"/kind", "type", {type: "string"});
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
function validate29(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.turn === undefined) && (missing0 = "turn")) || ((data.reason === undefined) && (missing0 = "reason"))){
return fail(validate29, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "turn") || (key0 === "reason"))){
return fail(validate29, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate29, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate29, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate29, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs4 = errors;
if(!(validate30(data.reason, {instancePath:instancePath+"/reason"}))){
vErrors = joined(vErrors, validate30.errors);
errors = vErrors.length;
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
return fail(validate29, instancePath, "type", {type: "object"});
}
}
validate29.errors = vErrors;
return errors === 0;
}
function validate27(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate29(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate29.errors);
errors = vErrors.length;
}
}
}
}
validate27.errors = vErrors;
return errors === 0;
}
validate.event2 = validate61;
function validate63(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.turn === undefined) && (missing0 = "turn")) || ((data.step === undefined) && (missing0 = "step"))){
return fail(validate63, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "turn") || (key0 === "step"))){
return fail(validate63, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate63, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate63, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate63, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data1 = data.step;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate63, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate63, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate63, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
return fail(validate63, instancePath, "type", {type: "object"});
}
}
validate63.errors = vErrors;
return errors === 0;
}
function validate61(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate63(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate63.errors);
errors = vErrors.length;
}
}
}
}
validate61.errors = vErrors;
return errors === 0;
}
validate.event3 = validate65;
function validate67(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.turn === undefined) && (missing0 = "turn")) || ((data.step === undefined) && (missing0 = "step"))){
return fail(validate67, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "turn") || (key0 === "step"))){
return fail(validate67, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate67, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate67, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate67, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data1 = data.step;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate67, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate67, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate67, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
return fail(validate67, instancePath, "type", {type: "object"});
}
}
validate67.errors = vErrors;
return errors === 0;
}
function validate65(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate67(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate67.errors);
errors = vErrors.length;
}
}
}
}
validate65.errors = vErrors;
return errors === 0;
}
validate.event4 = validate69;
const schema32 = {"type":"object","required":["target","start","inserted"],"properties":{"target":{"enum":["next-turn","next-step"]},"start":{"type":"integer","minimum":0,"maximum":9007199254740991},"removedCount":{"type":"integer","minimum":0,"maximum":9007199254740991},"inserted":{"type":"array","items":{"$ref":"#/$defs/UserMessage"}},"outcome":{"const":"canceled"}},"additionalProperties":false};
function validate74(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate74, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "type") || (key0 === "text"))){
return fail(validate74, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("text" !== data.type){
return fail(validate74, instancePath+"/type", "const", {allowedValue: "text"});
}
}
{
if(data.text !== undefined){
const _errs3 = errors;
if(typeof data.text !== "string"){
return fail(validate74, instancePath+"/text", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
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
function validate75(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate75, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "type") || (key0 === "text"))){
return fail(validate75, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("reasoning" !== data.type){
return fail(validate75, instancePath+"/type", "const", {allowedValue: "reasoning"});
}
}
{
if(data.text !== undefined){
const _errs3 = errors;
if(typeof data.text !== "string"){
return fail(validate75, instancePath+"/text", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
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
const schema38 = {"type":"object","required":["attachmentId","mediaType","bytes","width","height"],"properties":{"attachmentId":{"type":"string","minLength":1},"mediaType":{"enum":["image/png","image/jpeg","image/webp","image/gif"]},"bytes":{"type":"integer","minimum":0,"maximum":9007199254740991},"width":{"type":"integer","minimum":0,"maximum":9007199254740991},"height":{"type":"integer","minimum":0,"maximum":9007199254740991},"name":{"type":"string"},"originalDimensions":{"$ref":"#/$defs/ImageDimensions"}},"additionalProperties":false};
function validate78(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.width === undefined) && (missing0 = "width")) || ((data.height === undefined) && (missing0 = "height"))){
return fail(validate78, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "width") || (key0 === "height"))){
return fail(validate78, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.width !== undefined){
let data0 = data.width;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate78, instancePath+"/width", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate78, instancePath+"/width", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 0 || isNaN(data0)){
return fail(validate78, instancePath+"/width", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.height !== undefined){
let data1 = data.height;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate78, instancePath+"/height", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate78, instancePath+"/height", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate78, instancePath+"/height", "minimum", {comparison: ">=", limit: 0});
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
return fail(validate78, instancePath, "type", {type: "object"});
}
}
validate78.errors = vErrors;
return errors === 0;
}
function validate77(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.attachmentId === undefined) && (missing0 = "attachmentId")) || ((data.mediaType === undefined) && (missing0 = "mediaType"))) || ((data.bytes === undefined) && (missing0 = "bytes"))) || ((data.width === undefined) && (missing0 = "width"))) || ((data.height === undefined) && (missing0 = "height"))){
return fail(validate77, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "attachmentId") || (key0 === "mediaType")) || (key0 === "bytes")) || (key0 === "width")) || (key0 === "height")) || (key0 === "name")) || (key0 === "originalDimensions"))){
return fail(validate77, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.attachmentId !== undefined){
let data0 = data.attachmentId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(data0.length < 1){
return fail(validate77, instancePath+"/attachmentId", "minLength", {limit: 1});
}
}
else {
return fail(validate77, instancePath+"/attachmentId", "type", {type: "string"});
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mediaType !== undefined){
let data1 = data.mediaType;
if(!((((data1 === "image/png") || (data1 === "image/jpeg")) || (data1 === "image/webp")) || (data1 === "image/gif"))){
return fail(validate77, instancePath+"/mediaType", "enum", {allowedValues: schema38.properties.mediaType.enum});
}
}
{
if(data.bytes !== undefined){
let data2 = data.bytes;
const _errs5 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate77, instancePath+"/bytes", "type", {type: "integer"});
}
if(errors === _errs5){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate77, instancePath+"/bytes", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 0 || isNaN(data2)){
return fail(validate77, instancePath+"/bytes", "minimum", {comparison: ">=", limit: 0});
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
if(data.width !== undefined){
let data3 = data.width;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate77, instancePath+"/width", "type", {type: "integer"});
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate77, instancePath+"/width", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 0 || isNaN(data3)){
return fail(validate77, instancePath+"/width", "minimum", {comparison: ">=", limit: 0});
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
if(data.height !== undefined){
let data4 = data.height;
const _errs9 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
return fail(validate77, instancePath+"/height", "type", {type: "integer"});
}
if(errors === _errs9){
if(typeof data4 == "number"){
if(data4 > 9007199254740991 || isNaN(data4)){
return fail(validate77, instancePath+"/height", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data4 < 0 || isNaN(data4)){
return fail(validate77, instancePath+"/height", "minimum", {comparison: ">=", limit: 0});
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
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate77, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.originalDimensions !== undefined){
const _errs13 = errors;
if(!(validate78(data.originalDimensions, {instancePath:instancePath+"/originalDimensions"}))){
vErrors = joined(vErrors, validate78.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
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
else {
return fail(validate77, instancePath, "type", {type: "object"});
}
}
validate77.errors = vErrors;
return errors === 0;
}
function validate76(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.attachment === undefined) && (missing0 = "attachment"))){
return fail(validate76, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "type") || (key0 === "attachment"))){
return fail(validate76, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("image" !== data.type){
return fail(validate76, instancePath+"/type", "const", {allowedValue: "image"});
}
}
{
if(data.attachment !== undefined){
const _errs3 = errors;
if(!(validate77(data.attachment, {instancePath:instancePath+"/attachment"}))){
vErrors = joined(vErrors, validate77.errors);
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
}
else {
return fail(validate76, instancePath, "type", {type: "object"});
}
}
validate76.errors = vErrors;
return errors === 0;
}
function validate81(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.arguments === undefined) && (missing0 = "arguments"))){
return fail(validate81, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "type") || (key0 === "id")) || (key0 === "name")) || (key0 === "arguments"))){
return fail(validate81, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("tool-call" !== data.type){
return fail(validate81, instancePath+"/type", "const", {allowedValue: "tool-call"});
}
}
{
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate81, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate81, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.arguments !== undefined){
const _errs7 = errors;
if(typeof data.arguments !== "string"){
return fail(validate81, instancePath+"/arguments", "type", {type: "string"});
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
}
else {
return fail(validate81, instancePath, "type", {type: "object"});
}
}
validate81.errors = vErrors;
return errors === 0;
}
const wrapper0 = {validate: validate73};
function validate82(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.toolCallId === undefined) && (missing0 = "toolCallId"))) || ((data.content === undefined) && (missing0 = "content"))){
return fail(validate82, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "type") || (key0 === "toolCallId")) || (key0 === "content")) || (key0 === "isError"))){
return fail(validate82, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("tool-result" !== data.type){
return fail(validate82, instancePath+"/type", "const", {allowedValue: "tool-result"});
}
}
{
if(data.toolCallId !== undefined){
if(typeof data.toolCallId !== "string"){
return fail(validate82, instancePath+"/toolCallId", "type", {type: "string"});
}
}
{
if(data.content !== undefined){
let data2 = data.content;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs7 = errors;
if(!(wrapper0.validate(data2[i0], {instancePath:instancePath+"/content/" + i0}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate82, instancePath+"/content", "type", {type: "array"});
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.isError !== undefined){
const _errs8 = errors;
if(typeof data.isError !== "boolean"){
return fail(validate82, instancePath+"/isError", "type", {type: "boolean"});
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
return fail(validate82, instancePath, "type", {type: "object"});
}
}
validate82.errors = vErrors;
return errors === 0;
}
function validate73(data, {instancePath=""}={}){
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
return fail(validate73, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
if(!(validate74(data, {instancePath}))){
vErrors = joined(vErrors, validate74.errors);
errors = vErrors.length;
}
}
else if(tag0 === "reasoning"){
if(!(validate75(data, {instancePath}))){
vErrors = joined(vErrors, validate75.errors);
errors = vErrors.length;
}
}
else if(tag0 === "image"){
if(!(validate76(data, {instancePath}))){
vErrors = joined(vErrors, validate76.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool-call"){
if(!(validate81(data, {instancePath}))){
vErrors = joined(vErrors, validate81.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool-result"){
if(!(validate82(data, {instancePath}))){
vErrors = joined(vErrors, validate82.errors);
errors = vErrors.length;
}
}
else {
return fail(validate73, instancePath, "discriminator", {error: "mapping", tag: "type", tagValue: tag0});
}
}
else {
return fail(validate73, instancePath, "discriminator", {error: "tag", tag: "type", tagValue: tag0});
}
}
}
else {
return fail(validate73, instancePath, "type", {type: "object"});
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
validate73.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
return fail(validate73, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate73, instancePath+"/type", "type", {type: "string"});
}
}
}
}
else {
return fail(validate73, instancePath, "type", {type: "object"});
}
}
validate73.errors = vErrors;
return errors === 0;
}
function validate90(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate90, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "kind") || (key0 === "rpcId")) || (key0 === "clientTimeZone")) || (key0 === "clientMessageId"))){
return fail(validate90, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("user" !== data.kind){
return fail(validate90, instancePath+"/kind", "const", {allowedValue: "user"});
}
}
{
if(data.rpcId !== undefined){
if(typeof data.rpcId !== "string"){
return fail(validate90, instancePath+"/rpcId", "type", {type: "string"});
}
}
{
if(data.clientTimeZone !== undefined){
if(typeof data.clientTimeZone !== "string"){
return fail(validate90, instancePath+"/clientTimeZone", "type", {type: "string"});
}
}
{
if(data.clientMessageId !== undefined){
const _errs7 = errors;
if(typeof data.clientMessageId !== "string"){
return fail(validate90, instancePath+"/clientMessageId", "type", {type: "string"});
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
}
else {
return fail(validate90, instancePath, "type", {type: "object"});
}
}
validate90.errors = vErrors;
return errors === 0;
}
function validate91(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.kind === undefined) && (missing0 = "kind")) || ((data.provider === undefined) && (missing0 = "provider"))) || ((data.model === undefined) && (missing0 = "model"))){
return fail(validate91, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "kind") || (key0 === "provider")) || (key0 === "model")) || (key0 === "replayState"))){
return fail(validate91, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("model" !== data.kind){
return fail(validate91, instancePath+"/kind", "const", {allowedValue: "model"});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate91, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
const _errs5 = errors;
if(typeof data.model !== "string"){
return fail(validate91, instancePath+"/model", "type", {type: "string"});
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
}
else {
return fail(validate91, instancePath, "type", {type: "object"});
}
}
validate91.errors = vErrors;
return errors === 0;
}
function validate92(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.callId === undefined) && (missing0 = "callId"))){
return fail(validate92, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "callId"))){
return fail(validate92, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("tool" !== data.kind){
return fail(validate92, instancePath+"/kind", "const", {allowedValue: "tool"});
}
}
{
if(data.callId !== undefined){
const _errs3 = errors;
if(typeof data.callId !== "string"){
return fail(validate92, instancePath+"/callId", "type", {type: "string"});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate92, instancePath, "type", {type: "object"});
}
}
validate92.errors = vErrors;
return errors === 0;
}
function validate94(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.name === undefined) && (missing0 = "name")) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate94, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "text"))){
return fail(validate94, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate94, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.text !== undefined){
const _errs4 = errors;
if(typeof data.text !== "string"){
return fail(validate94, instancePath+"/text", "type", {type: "string"});
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
return fail(validate94, instancePath, "type", {type: "object"});
}
}
validate94.errors = vErrors;
return errors === 0;
}
function validate93(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.plugin === undefined) && (missing0 = "plugin"))){
return fail(validate93, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "kind") || (key0 === "plugin")) || (key0 === "form")) || (key0 === "sections")) || (key0 === "summary")) || (key0 === "compactionId"))){
return fail(validate93, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("plugin" !== data.kind){
return fail(validate93, instancePath+"/kind", "const", {allowedValue: "plugin"});
}
}
{
if(data.plugin !== undefined){
if(typeof data.plugin !== "string"){
return fail(validate93, instancePath+"/plugin", "type", {type: "string"});
}
}
{
if(data.form !== undefined){
if(typeof data.form !== "string"){
return fail(validate93, instancePath+"/form", "type", {type: "string"});
}
}
{
if(data.sections !== undefined){
let data3 = data.sections;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs9 = errors;
if(!(validate94(data3[i0], {instancePath:instancePath+"/sections/" + i0}))){
vErrors = joined(vErrors, validate94.errors);
errors = vErrors.length;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate93, instancePath+"/sections", "type", {type: "array"});
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
if(typeof data.summary !== "string"){
return fail(validate93, instancePath+"/summary", "type", {type: "string"});
}
}
{
if(data.compactionId !== undefined){
const _errs12 = errors;
if(typeof data.compactionId !== "string"){
return fail(validate93, instancePath+"/compactionId", "type", {type: "string"});
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
return fail(validate93, instancePath, "type", {type: "object"});
}
}
validate93.errors = vErrors;
return errors === 0;
}
function validate89(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
let data0 = data.kind;
if(!((((data0 === "user") || (data0 === "model")) || (data0 === "tool")) || (data0 === "plugin"))){
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
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate89, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "user"){
if(!(validate90(data, {instancePath}))){
vErrors = joined(vErrors, validate90.errors);
errors = vErrors.length;
}
}
else if(tag0 === "model"){
if(!(validate91(data, {instancePath}))){
vErrors = joined(vErrors, validate91.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool"){
if(!(validate92(data, {instancePath}))){
vErrors = joined(vErrors, validate92.errors);
errors = vErrors.length;
}
}
else if(tag0 === "plugin"){
if(!(validate93(data, {instancePath}))){
vErrors = joined(vErrors, validate93.errors);
errors = vErrors.length;
}
}
else {
return fail(validate89, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0});
}
}
else {
return fail(validate89, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0});
}
}
}
else {
return fail(validate89, instancePath, "type", {type: "object"});
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
validate89.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.kind === undefined) && (missing1 = "kind")){
return fail(validate89, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
return fail(validate89, instancePath+"/kind", "type", {type: "string"});
}
}
}
}
else {
return fail(validate89, instancePath, "type", {type: "object"});
}
}
validate89.errors = vErrors;
return errors === 0;
}
function validate72(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.id === undefined) && (missing0 = "id")) || ((data.role === undefined) && (missing0 = "role"))) || ((data.content === undefined) && (missing0 = "content"))) || ((data.source === undefined) && (missing0 = "source"))){
return fail(validate72, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "role")) || (key0 === "content")) || (key0 === "source"))){
return fail(validate72, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate72, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.role !== undefined){
if("user" !== data.role){
return fail(validate72, instancePath+"/role", "const", {allowedValue: "user"});
}
}
{
if(data.content !== undefined){
let data2 = data.content;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs7 = errors;
if(!(validate73(data2[i0], {instancePath:instancePath+"/content/" + i0}))){
vErrors = joined(vErrors, validate73.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate72, instancePath+"/content", "type", {type: "array"});
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
const _errs8 = errors;
if(!(validate89(data.source, {instancePath:instancePath+"/source"}))){
vErrors = joined(vErrors, validate89.errors);
errors = vErrors.length;
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
return fail(validate72, instancePath, "type", {type: "object"});
}
}
validate72.errors = vErrors;
return errors === 0;
}
function validate71(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.target === undefined) && (missing0 = "target")) || ((data.start === undefined) && (missing0 = "start"))) || ((data.inserted === undefined) && (missing0 = "inserted"))){
return fail(validate71, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "target") || (key0 === "start")) || (key0 === "removedCount")) || (key0 === "inserted")) || (key0 === "outcome"))){
return fail(validate71, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.target !== undefined){
let data0 = data.target;
if(!((data0 === "next-turn") || (data0 === "next-step"))){
return fail(validate71, instancePath+"/target", "enum", {allowedValues: schema32.properties.target.enum});
}
}
{
if(data.start !== undefined){
let data1 = data.start;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate71, instancePath+"/start", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate71, instancePath+"/start", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate71, instancePath+"/start", "minimum", {comparison: ">=", limit: 0});
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
if(data.removedCount !== undefined){
let data2 = data.removedCount;
const _errs5 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate71, instancePath+"/removedCount", "type", {type: "integer"});
}
if(errors === _errs5){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate71, instancePath+"/removedCount", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 0 || isNaN(data2)){
return fail(validate71, instancePath+"/removedCount", "minimum", {comparison: ">=", limit: 0});
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
if(data.inserted !== undefined){
let data3 = data.inserted;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs9 = errors;
if(!(validate72(data3[i0], {instancePath:instancePath+"/inserted/" + i0}))){
vErrors = joined(vErrors, validate72.errors);
errors = vErrors.length;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate71, instancePath+"/inserted", "type", {type: "array"});
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outcome !== undefined){
const _errs10 = errors;
if("canceled" !== data.outcome){
return fail(validate71, instancePath+"/outcome", "const", {allowedValue: "canceled"});
}
var valid0 = _errs10 === errors;
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
return fail(validate71, instancePath, "type", {type: "object"});
}
}
validate71.errors = vErrors;
return errors === 0;
}
function validate69(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate71(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate71.errors);
errors = vErrors.length;
}
}
}
}
validate69.errors = vErrors;
return errors === 0;
}
validate.event5 = validate103;
const schema50 = {"type":["string","object"],"if":{"type":"string"},"then":{"const":"append"},"else":{"$ref":"#/$defs/ReplaceSurfaceOp"}};
function validate106(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.op === undefined) && (missing0 = "op")) || ((data.start === undefined) && (missing0 = "start"))) || ((data.end === undefined) && (missing0 = "end"))){
return fail(validate106, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "op") || (key0 === "start")) || (key0 === "end"))){
return fail(validate106, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.op !== undefined){
if("replace" !== data.op){
return fail(validate106, instancePath+"/op", "const", {allowedValue: "replace"});
}
}
{
if(data.start !== undefined){
let data1 = data.start;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate106, instancePath+"/start", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate106, instancePath+"/start", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate106, instancePath+"/start", "minimum", {comparison: ">=", limit: 0});
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
if(data.end !== undefined){
let data2 = data.end;
const _errs5 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate106, instancePath+"/end", "type", {type: "integer"});
}
if(errors === _errs5){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate106, instancePath+"/end", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 0 || isNaN(data2)){
return fail(validate106, instancePath+"/end", "minimum", {comparison: ">=", limit: 0});
}
}
}
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
}
else {
return fail(validate106, instancePath, "type", {type: "object"});
}
}
validate106.errors = vErrors;
return errors === 0;
}
function validate105(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
return fail(validate105, instancePath, "type", {type: schema50.type});
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(typeof data !== "string"){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if("append" !== data){
return fail(validate105, instancePath, "const", {allowedValue: "append"});
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs5 = errors;
if(!(validate106(data, {instancePath}))){
vErrors = joined(vErrors, validate106.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err1 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate105.errors = vErrors;
return false;
}
validate105.errors = vErrors;
return errors === 0;
}
function validate104(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.type === undefined) && (missing0 = "type")) || ((data.seq === undefined) && (missing0 = "seq"))) || ((data.time === undefined) && (missing0 = "time"))) || ((data.data === undefined) && (missing0 = "data"))) || ((data.surfaceOp === undefined) && (missing0 = "surfaceOp"))){
return fail(validate104, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "type") || (key0 === "seq")) || (key0 === "time")) || (key0 === "data")) || (key0 === "ignorable")) || (key0 === "sourceEventSeqs")) || (key0 === "surfaceOp"))){
return fail(validate104, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate104, instancePath+"/type", "type", {type: "string"});
}
}
{
if(data.seq !== undefined){
let data1 = data.seq;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate104, instancePath+"/seq", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate104, instancePath+"/seq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate104, instancePath+"/seq", "minimum", {comparison: ">=", limit: 0});
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
if(data.time !== undefined){
let data2 = data.time;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate104, instancePath+"/time", "type", {type: "integer"});
}
}
{
if(data.ignorable !== undefined){
if(true !== data.ignorable){
return fail(validate104, instancePath+"/ignorable", "const", {allowedValue: true});
}
}
{
if(data.sourceEventSeqs !== undefined){
let data4 = data.sourceEventSeqs;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
return fail(validate104, instancePath+"/sourceEventSeqs/" + i0, "type", {type: "integer"});
}
if(errors === _errs11){
if(typeof data5 == "number"){
if(data5 > 9007199254740991 || isNaN(data5)){
return fail(validate104, instancePath+"/sourceEventSeqs/" + i0, "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data5 < 0 || isNaN(data5)){
return fail(validate104, instancePath+"/sourceEventSeqs/" + i0, "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate104, instancePath+"/sourceEventSeqs", "type", {type: "array"});
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.surfaceOp !== undefined){
const _errs13 = errors;
if(!(validate105(data.surfaceOp, {instancePath:instancePath+"/surfaceOp"}))){
vErrors = joined(vErrors, validate105.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
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
return fail(validate104, instancePath, "type", {type: "object"});
}
}
validate104.errors = vErrors;
return errors === 0;
}
function validate103(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate104(data, {instancePath}))){
vErrors = joined(vErrors, validate104.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate72(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate72.errors);
errors = vErrors.length;
}
}
}
}
validate103.errors = vErrors;
return errors === 0;
}
validate.event6 = validate111;
function validate115(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.index === undefined) && (missing0 = "index"))) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate115, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "index")) || (key0 === "text"))){
return fail(validate115, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("text-delta" !== data.type){
return fail(validate115, instancePath+"/type", "const", {allowedValue: "text-delta"});
}
}
{
if(data.index !== undefined){
let data1 = data.index;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate115, instancePath+"/index", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate115, instancePath+"/index", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate115, instancePath+"/index", "minimum", {comparison: ">=", limit: 0});
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
if(data.text !== undefined){
const _errs5 = errors;
if(typeof data.text !== "string"){
return fail(validate115, instancePath+"/text", "type", {type: "string"});
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
}
else {
return fail(validate115, instancePath, "type", {type: "object"});
}
}
validate115.errors = vErrors;
return errors === 0;
}
function validate116(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.index === undefined) && (missing0 = "index"))) || ((data.text === undefined) && (missing0 = "text"))){
return fail(validate116, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "index")) || (key0 === "text"))){
return fail(validate116, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("reasoning-delta" !== data.type){
return fail(validate116, instancePath+"/type", "const", {allowedValue: "reasoning-delta"});
}
}
{
if(data.index !== undefined){
let data1 = data.index;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate116, instancePath+"/index", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate116, instancePath+"/index", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate116, instancePath+"/index", "minimum", {comparison: ">=", limit: 0});
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
if(data.text !== undefined){
const _errs5 = errors;
if(typeof data.text !== "string"){
return fail(validate116, instancePath+"/text", "type", {type: "string"});
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
}
else {
return fail(validate116, instancePath, "type", {type: "object"});
}
}
validate116.errors = vErrors;
return errors === 0;
}
function validate117(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.index === undefined) && (missing0 = "index"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.argumentsDelta === undefined) && (missing0 = "argumentsDelta"))){
return fail(validate117, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "index")) || (key0 === "id")) || (key0 === "name")) || (key0 === "argumentsDelta"))){
return fail(validate117, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("tool-call-delta" !== data.type){
return fail(validate117, instancePath+"/type", "const", {allowedValue: "tool-call-delta"});
}
}
{
if(data.index !== undefined){
let data1 = data.index;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate117, instancePath+"/index", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate117, instancePath+"/index", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate117, instancePath+"/index", "minimum", {comparison: ">=", limit: 0});
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
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate117, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate117, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.argumentsDelta !== undefined){
const _errs9 = errors;
if(typeof data.argumentsDelta !== "string"){
return fail(validate117, instancePath+"/argumentsDelta", "type", {type: "string"});
}
var valid0 = _errs9 === errors;
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
return fail(validate117, instancePath, "type", {type: "object"});
}
}
validate117.errors = vErrors;
return errors === 0;
}
function validate118(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.index === undefined) && (missing0 = "index"))) || ((data.blockType === undefined) && (missing0 = "blockType"))){
return fail(validate118, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "index")) || (key0 === "blockType"))){
return fail(validate118, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("block-start" !== data.type){
return fail(validate118, instancePath+"/type", "const", {allowedValue: "block-start"});
}
}
{
if(data.index !== undefined){
let data1 = data.index;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate118, instancePath+"/index", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate118, instancePath+"/index", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate118, instancePath+"/index", "minimum", {comparison: ">=", limit: 0});
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
if(data.blockType !== undefined){
const _errs5 = errors;
if(typeof data.blockType !== "string"){
return fail(validate118, instancePath+"/blockType", "type", {type: "string"});
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
}
else {
return fail(validate118, instancePath, "type", {type: "object"});
}
}
validate118.errors = vErrors;
return errors === 0;
}
function validate119(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.index === undefined) && (missing0 = "index"))) || ((data.block === undefined) && (missing0 = "block"))){
return fail(validate119, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "index")) || (key0 === "block"))){
return fail(validate119, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("block-end" !== data.type){
return fail(validate119, instancePath+"/type", "const", {allowedValue: "block-end"});
}
}
{
if(data.index !== undefined){
let data1 = data.index;
const _errs3 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate119, instancePath+"/index", "type", {type: "integer"});
}
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate119, instancePath+"/index", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate119, instancePath+"/index", "minimum", {comparison: ">=", limit: 0});
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
if(data.block !== undefined){
const _errs5 = errors;
if(!(validate73(data.block, {instancePath:instancePath+"/block"}))){
vErrors = joined(vErrors, validate73.errors);
errors = vErrors.length;
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
}
else {
return fail(validate119, instancePath, "type", {type: "object"});
}
}
validate119.errors = vErrors;
return errors === 0;
}
function validate122(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.inputTokens === undefined) && (missing0 = "inputTokens")) || ((data.outputTokens === undefined) && (missing0 = "outputTokens"))){
return fail(validate122, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "inputTokens") || (key0 === "outputTokens")) || (key0 === "cacheReadTokens")) || (key0 === "cacheWriteTokens")) || (key0 === "reasoningTokens"))){
return fail(validate122, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.inputTokens !== undefined){
let data0 = data.inputTokens;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 < 0 || isNaN(data0)){
return fail(validate122, instancePath+"/inputTokens", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate122, instancePath+"/inputTokens", "type", {type: "number"});
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outputTokens !== undefined){
let data1 = data.outputTokens;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 < 0 || isNaN(data1)){
return fail(validate122, instancePath+"/outputTokens", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate122, instancePath+"/outputTokens", "type", {type: "number"});
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cacheReadTokens !== undefined){
let data2 = data.cacheReadTokens;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
return fail(validate122, instancePath+"/cacheReadTokens", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate122, instancePath+"/cacheReadTokens", "type", {type: "number"});
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cacheWriteTokens !== undefined){
let data3 = data.cacheWriteTokens;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 == "number"){
if(data3 < 0 || isNaN(data3)){
return fail(validate122, instancePath+"/cacheWriteTokens", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate122, instancePath+"/cacheWriteTokens", "type", {type: "number"});
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reasoningTokens !== undefined){
let data4 = data.reasoningTokens;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 == "number"){
if(data4 < 0 || isNaN(data4)){
return fail(validate122, instancePath+"/reasoningTokens", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate122, instancePath+"/reasoningTokens", "type", {type: "number"});
}
}
var valid0 = _errs10 === errors;
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
return fail(validate122, instancePath, "type", {type: "object"});
}
}
validate122.errors = vErrors;
return errors === 0;
}
function validate121(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.usage === undefined) && (missing0 = "usage"))){
return fail(validate121, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "type") || (key0 === "usage"))){
return fail(validate121, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("usage" !== data.type){
return fail(validate121, instancePath+"/type", "const", {allowedValue: "usage"});
}
}
{
if(data.usage !== undefined){
const _errs3 = errors;
if(!(validate122(data.usage, {instancePath:instancePath+"/usage"}))){
vErrors = joined(vErrors, validate122.errors);
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
}
else {
return fail(validate121, instancePath, "type", {type: "object"});
}
}
validate121.errors = vErrors;
return errors === 0;
}
function validate126(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate126, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate126, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("stop" !== data.kind){
return fail(validate126, instancePath+"/kind", "const", {allowedValue: "stop"});
}
}
}
}
}
else {
return fail(validate126, instancePath, "type", {type: "object"});
}
}
validate126.errors = vErrors;
return errors === 0;
}
function validate127(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate127, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate127, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("tool-calls" !== data.kind){
return fail(validate127, instancePath+"/kind", "const", {allowedValue: "tool-calls"});
}
}
}
}
}
else {
return fail(validate127, instancePath, "type", {type: "object"});
}
}
validate127.errors = vErrors;
return errors === 0;
}
function validate128(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate128, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate128, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("max-tokens" !== data.kind){
return fail(validate128, instancePath+"/kind", "const", {allowedValue: "max-tokens"});
}
}
}
}
}
else {
return fail(validate128, instancePath, "type", {type: "object"});
}
}
validate128.errors = vErrors;
return errors === 0;
}
function validate129(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.failure === undefined) && (missing0 = "failure"))){
return fail(validate129, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "failure"))){
return fail(validate129, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("error" !== data.kind){
return fail(validate129, instancePath+"/kind", "const", {allowedValue: "error"});
}
}
{
if(data.failure !== undefined){
const _errs3 = errors;
if(!(validate34(data.failure, {instancePath:instancePath+"/failure"}))){
vErrors = joined(vErrors, validate34.errors);
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
}
else {
return fail(validate129, instancePath, "type", {type: "object"});
}
}
validate129.errors = vErrors;
return errors === 0;
}
function validate131(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.failure === undefined) && (missing0 = "failure"))){
return fail(validate131, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "failure"))){
return fail(validate131, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("aborted" !== data.kind){
return fail(validate131, instancePath+"/kind", "const", {allowedValue: "aborted"});
}
}
{
if(data.failure !== undefined){
const _errs3 = errors;
if(!(validate34(data.failure, {instancePath:instancePath+"/failure"}))){
vErrors = joined(vErrors, validate34.errors);
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
}
else {
return fail(validate131, instancePath, "type", {type: "object"});
}
}
validate131.errors = vErrors;
return errors === 0;
}
function validate125(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
let data0 = data.kind;
if(!(((((data0 === "stop") || (data0 === "tool-calls")) || (data0 === "max-tokens")) || (data0 === "error")) || (data0 === "aborted"))){
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
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate125, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "stop"){
if(!(validate126(data, {instancePath}))){
vErrors = joined(vErrors, validate126.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool-calls"){
if(!(validate127(data, {instancePath}))){
vErrors = joined(vErrors, validate127.errors);
errors = vErrors.length;
}
}
else if(tag0 === "max-tokens"){
if(!(validate128(data, {instancePath}))){
vErrors = joined(vErrors, validate128.errors);
errors = vErrors.length;
}
}
else if(tag0 === "error"){
if(!(validate129(data, {instancePath}))){
vErrors = joined(vErrors, validate129.errors);
errors = vErrors.length;
}
}
else if(tag0 === "aborted"){
if(!(validate131(data, {instancePath}))){
vErrors = joined(vErrors, validate131.errors);
errors = vErrors.length;
}
}
else {
return fail(validate125, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0});
}
}
else {
return fail(validate125, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0});
}
}
}
else {
return fail(validate125, instancePath, "type", {type: "object"});
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
validate125.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.kind === undefined) && (missing1 = "kind")){
return fail(validate125, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
return fail(validate125, instancePath+"/kind", "type", {type: "string"});
}
}
}
}
else {
return fail(validate125, instancePath, "type", {type: "object"});
}
}
validate125.errors = vErrors;
return errors === 0;
}
function validate139(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.response === undefined) && (missing0 = "response")){
return fail(validate139, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "response") || (key0 === "blocks"))){
return fail(validate139, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.blocks !== undefined){
const _errs2 = errors;
if(errors === _errs2){
if(!(Array.isArray(data.blocks))){
return fail(validate139, instancePath+"/blocks", "type", {type: "array"});
}
}
}
}
}
}
else {
return fail(validate139, instancePath, "type", {type: "object"});
}
}
validate139.errors = vErrors;
return errors === 0;
}
function validate124(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.reason === undefined) && (missing0 = "reason"))){
return fail(validate124, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "reason")) || (key0 === "replayState"))){
return fail(validate124, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("finish" !== data.type){
return fail(validate124, instancePath+"/type", "const", {allowedValue: "finish"});
}
}
{
if(data.reason !== undefined){
const _errs3 = errors;
if(!(validate125(data.reason, {instancePath:instancePath+"/reason"}))){
vErrors = joined(vErrors, validate125.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replayState !== undefined){
const _errs4 = errors;
if(!(validate139(data.replayState, {instancePath:instancePath+"/replayState"}))){
vErrors = joined(vErrors, validate139.errors);
errors = vErrors.length;
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
}
else {
return fail(validate124, instancePath, "type", {type: "object"});
}
}
validate124.errors = vErrors;
return errors === 0;
}
function validate114(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data0 = data.type;
if(!(((((((data0 === "text-delta") || (data0 === "reasoning-delta")) || (data0 === "tool-call-delta")) || (data0 === "block-start")) || (data0 === "block-end")) || (data0 === "usage")) || (data0 === "finish"))){
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
return fail(validate114, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "text-delta"){
if(!(validate115(data, {instancePath}))){
vErrors = joined(vErrors, validate115.errors);
errors = vErrors.length;
}
}
else if(tag0 === "reasoning-delta"){
if(!(validate116(data, {instancePath}))){
vErrors = joined(vErrors, validate116.errors);
errors = vErrors.length;
}
}
else if(tag0 === "tool-call-delta"){
if(!(validate117(data, {instancePath}))){
vErrors = joined(vErrors, validate117.errors);
errors = vErrors.length;
}
}
else if(tag0 === "block-start"){
if(!(validate118(data, {instancePath}))){
vErrors = joined(vErrors, validate118.errors);
errors = vErrors.length;
}
}
else if(tag0 === "block-end"){
if(!(validate119(data, {instancePath}))){
vErrors = joined(vErrors, validate119.errors);
errors = vErrors.length;
}
}
else if(tag0 === "usage"){
if(!(validate121(data, {instancePath}))){
vErrors = joined(vErrors, validate121.errors);
errors = vErrors.length;
}
}
else if(tag0 === "finish"){
if(!(validate124(data, {instancePath}))){
vErrors = joined(vErrors, validate124.errors);
errors = vErrors.length;
}
}
else {
return fail(validate114, instancePath, "discriminator", {error: "mapping", tag: "type", tagValue: tag0});
}
}
else {
return fail(validate114, instancePath, "discriminator", {error: "tag", tag: "type", tagValue: tag0});
}
}
}
else {
return fail(validate114, instancePath, "type", {type: "object"});
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
validate114.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
return fail(validate114, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate114, instancePath+"/type", "type", {type: "string"});
}
}
}
}
else {
return fail(validate114, instancePath, "type", {type: "object"});
}
}
validate114.errors = vErrors;
return errors === 0;
}
function validate113(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.turn === undefined) && (missing0 = "turn")) || ((data.step === undefined) && (missing0 = "step"))) || ((data.chunk === undefined) && (missing0 = "chunk"))){
return fail(validate113, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "turn") || (key0 === "step")) || (key0 === "chunk"))){
return fail(validate113, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate113, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate113, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate113, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data1 = data.step;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate113, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate113, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate113, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
if(data.chunk !== undefined){
const _errs6 = errors;
if(!(validate114(data.chunk, {instancePath:instancePath+"/chunk"}))){
vErrors = joined(vErrors, validate114.errors);
errors = vErrors.length;
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
return fail(validate113, instancePath, "type", {type: "object"});
}
}
validate113.errors = vErrors;
return errors === 0;
}
function validate111(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate113(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate113.errors);
errors = vErrors.length;
}
}
}
}
validate111.errors = vErrors;
return errors === 0;
}
validate.event7 = validate150;
function validate153(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.id === undefined) && (missing0 = "id")) || ((data.role === undefined) && (missing0 = "role"))) || ((data.content === undefined) && (missing0 = "content"))) || ((data.source === undefined) && (missing0 = "source"))){
return fail(validate153, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "role")) || (key0 === "content")) || (key0 === "source"))){
return fail(validate153, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate153, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.role !== undefined){
if("assistant" !== data.role){
return fail(validate153, instancePath+"/role", "const", {allowedValue: "assistant"});
}
}
{
if(data.content !== undefined){
let data2 = data.content;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs7 = errors;
if(!(validate73(data2[i0], {instancePath:instancePath+"/content/" + i0}))){
vErrors = joined(vErrors, validate73.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate153, instancePath+"/content", "type", {type: "array"});
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
const _errs8 = errors;
if(!(validate91(data.source, {instancePath:instancePath+"/source"}))){
vErrors = joined(vErrors, validate91.errors);
errors = vErrors.length;
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
return fail(validate153, instancePath, "type", {type: "object"});
}
}
validate153.errors = vErrors;
return errors === 0;
}
function validate152(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.turn === undefined) && (missing0 = "turn")) || ((data.step === undefined) && (missing0 = "step"))) || ((data.message === undefined) && (missing0 = "message"))){
return fail(validate152, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "turn") || (key0 === "step")) || (key0 === "message")) || (key0 === "usage")) || (key0 === "interrupted"))){
return fail(validate152, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate152, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate152, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate152, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data1 = data.step;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate152, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate152, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate152, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
if(data.message !== undefined){
const _errs6 = errors;
if(!(validate153(data.message, {instancePath:instancePath+"/message"}))){
vErrors = joined(vErrors, validate153.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.usage !== undefined){
const _errs7 = errors;
if(!(validate122(data.usage, {instancePath:instancePath+"/usage"}))){
vErrors = joined(vErrors, validate122.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interrupted !== undefined){
const _errs8 = errors;
if(true !== data.interrupted){
return fail(validate152, instancePath+"/interrupted", "const", {allowedValue: true});
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
}
else {
return fail(validate152, instancePath, "type", {type: "object"});
}
}
validate152.errors = vErrors;
return errors === 0;
}
function validate150(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate104(data, {instancePath}))){
vErrors = joined(vErrors, validate104.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate152(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate152.errors);
errors = vErrors.length;
}
}
}
}
validate150.errors = vErrors;
return errors === 0;
}
validate.event8 = validate159;
function validate161(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.turn === undefined) && (missing0 = "turn")) || ((data.step === undefined) && (missing0 = "step"))) || ((data.callId === undefined) && (missing0 = "callId"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.arguments === undefined) && (missing0 = "arguments"))){
return fail(validate161, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "turn") || (key0 === "step")) || (key0 === "callId")) || (key0 === "name")) || (key0 === "arguments"))){
return fail(validate161, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate161, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate161, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate161, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data1 = data.step;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate161, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate161, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate161, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
if(data.callId !== undefined){
if(typeof data.callId !== "string"){
return fail(validate161, instancePath+"/callId", "type", {type: "string"});
}
}
{
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate161, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.arguments !== undefined){
const _errs10 = errors;
if(typeof data.arguments !== "string"){
return fail(validate161, instancePath+"/arguments", "type", {type: "string"});
}
var valid0 = _errs10 === errors;
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
return fail(validate161, instancePath, "type", {type: "object"});
}
}
validate161.errors = vErrors;
return errors === 0;
}
function validate159(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate161(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate161.errors);
errors = vErrors.length;
}
}
}
}
validate159.errors = vErrors;
return errors === 0;
}
validate.event9 = validate163;
function validate166(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.id === undefined) && (missing0 = "id")) || ((data.role === undefined) && (missing0 = "role"))) || ((data.content === undefined) && (missing0 = "content"))) || ((data.source === undefined) && (missing0 = "source"))){
return fail(validate166, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "role")) || (key0 === "content")) || (key0 === "source"))){
return fail(validate166, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate166, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.role !== undefined){
if("user" !== data.role){
return fail(validate166, instancePath+"/role", "const", {allowedValue: "user"});
}
}
{
if(data.content !== undefined){
let data2 = data.content;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
if(data2.length < 1){
return fail(validate166, instancePath+"/content", "minItems", {limit: 1});
}
else {
const len0 = data2.length;
if(!(len0 <= 1)){
return fail(validate166, instancePath+"/content", "additionalItems", {limit: 1});
}
else {
const len1 = data2.length;
if(len1 > 0){
if(!(validate82(data2[0], {instancePath:instancePath+"/content/0"}))){
vErrors = joined(vErrors, validate82.errors);
errors = vErrors.length;
}
}
}
}
}
else {
return fail(validate166, instancePath+"/content", "type", {type: "array"});
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
const _errs8 = errors;
if(!(validate92(data.source, {instancePath:instancePath+"/source"}))){
vErrors = joined(vErrors, validate92.errors);
errors = vErrors.length;
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
return fail(validate166, instancePath, "type", {type: "object"});
}
}
validate166.errors = vErrors;
return errors === 0;
}
function validate170(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.name === undefined) && (missing0 = "name")) || ((data.code === undefined) && (missing0 = "code"))){
return fail(validate170, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "code"))){
return fail(validate170, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate170, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.code !== undefined){
const _errs4 = errors;
if(typeof data.code !== "string"){
return fail(validate170, instancePath+"/code", "type", {type: "string"});
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
return fail(validate170, instancePath, "type", {type: "object"});
}
}
validate170.errors = vErrors;
return errors === 0;
}
function validate165(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.turn === undefined) && (missing0 = "turn")) || ((data.step === undefined) && (missing0 = "step"))) || ((data.message === undefined) && (missing0 = "message"))){
return fail(validate165, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "turn") || (key0 === "step")) || (key0 === "message")) || (key0 === "error")) || (key0 === "meta"))){
return fail(validate165, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.turn !== undefined){
let data0 = data.turn;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate165, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate165, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 1 || isNaN(data0)){
return fail(validate165, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data1 = data.step;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate165, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate165, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate165, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
if(data.message !== undefined){
const _errs6 = errors;
if(!(validate166(data.message, {instancePath:instancePath+"/message"}))){
vErrors = joined(vErrors, validate166.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.error !== undefined){
const _errs7 = errors;
if(!(validate170(data.error, {instancePath:instancePath+"/error"}))){
vErrors = joined(vErrors, validate170.errors);
errors = vErrors.length;
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
}
else {
return fail(validate165, instancePath, "type", {type: "object"});
}
}
validate165.errors = vErrors;
return errors === 0;
}
function validate163(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate104(data, {instancePath}))){
vErrors = joined(vErrors, validate104.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate165(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate165.errors);
errors = vErrors.length;
}
}
}
}
validate163.errors = vErrors;
return errors === 0;
}
validate.event10 = validate173;
const schema80 = {"type":"object","required":["header","reason"],"properties":{"header":{"$ref":"#/$defs/RequestHeader"},"reason":{"enum":["initial","resume","change"]}},"additionalProperties":false};
function validate177(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.provider === undefined) && (missing0 = "provider")) || ((data.model === undefined) && (missing0 = "model"))){
return fail(validate177, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "provider") || (key0 === "model")) || (key0 === "reasoningEffort")) || (key0 === "temperature")) || (key0 === "maxTokens")) || (key0 === "stop"))){
return fail(validate177, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate177, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate177, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.reasoningEffort !== undefined){
if(typeof data.reasoningEffort !== "string"){
return fail(validate177, instancePath+"/reasoningEffort", "type", {type: "string"});
}
}
{
if(data.temperature !== undefined){
let data3 = data.temperature;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 == "number"){
if(data3 < 0 || isNaN(data3)){
return fail(validate177, instancePath+"/temperature", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate177, instancePath+"/temperature", "type", {type: "number"});
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.maxTokens !== undefined){
let data4 = data.maxTokens;
const _errs10 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
return fail(validate177, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs10){
if(typeof data4 == "number"){
if(data4 > 9007199254740991 || isNaN(data4)){
return fail(validate177, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data4 < 1 || isNaN(data4)){
return fail(validate177, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stop !== undefined){
let data5 = data.stop;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data5)){
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs14 = errors;
if(typeof data5[i0] !== "string"){
return fail(validate177, instancePath+"/stop/" + i0, "type", {type: "string"});
}
var valid1 = _errs14 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate177, instancePath+"/stop", "type", {type: "array"});
}
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
return fail(validate177, instancePath, "type", {type: "object"});
}
}
validate177.errors = vErrors;
return errors === 0;
}
function validate179(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "reasoningEffort") || (key0 === "maxTokens"))){
return fail(validate179, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.reasoningEffort !== undefined){
if(true !== data.reasoningEffort){
return fail(validate179, instancePath+"/reasoningEffort", "const", {allowedValue: true});
}
}
{
if(data.maxTokens !== undefined){
const _errs3 = errors;
if(true !== data.maxTokens){
return fail(validate179, instancePath+"/maxTokens", "const", {allowedValue: true});
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
return fail(validate179, instancePath, "type", {type: "object"});
}
}
validate179.errors = vErrors;
return errors === 0;
}
function validate181(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.name === undefined) && (missing0 = "name")) || ((data.description === undefined) && (missing0 = "description"))) || ((data.parameters === undefined) && (missing0 = "parameters"))){
return fail(validate181, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "name") || (key0 === "description")) || (key0 === "parameters"))){
return fail(validate181, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
if(typeof data.name !== "string"){
return fail(validate181, instancePath+"/name", "type", {type: "string"});
}
}
{
if(data.description !== undefined){
if(typeof data.description !== "string"){
return fail(validate181, instancePath+"/description", "type", {type: "string"});
}
}
{
if(data.parameters !== undefined){
let data2 = data.parameters;
const _errs6 = errors;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
return fail(validate181, instancePath+"/parameters", "type", {type: "object"});
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
return fail(validate181, instancePath, "type", {type: "object"});
}
}
validate181.errors = vErrors;
return errors === 0;
}
function validate176(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.config === undefined) && (missing0 = "config")){
return fail(validate176, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "config") || (key0 === "adapterDefaults")) || (key0 === "system")) || (key0 === "tools"))){
return fail(validate176, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.config !== undefined){
const _errs2 = errors;
if(!(validate177(data.config, {instancePath:instancePath+"/config"}))){
vErrors = joined(vErrors, validate177.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.adapterDefaults !== undefined){
const _errs3 = errors;
if(!(validate179(data.adapterDefaults, {instancePath:instancePath+"/adapterDefaults"}))){
vErrors = joined(vErrors, validate179.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.system !== undefined){
if(typeof data.system !== "string"){
return fail(validate176, instancePath+"/system", "type", {type: "string"});
}
}
{
if(data.tools !== undefined){
let data3 = data.tools;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs8 = errors;
if(!(validate181(data3[i0], {instancePath:instancePath+"/tools/" + i0}))){
vErrors = joined(vErrors, validate181.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate176, instancePath+"/tools", "type", {type: "array"});
}
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
}
else {
return fail(validate176, instancePath, "type", {type: "object"});
}
}
validate176.errors = vErrors;
return errors === 0;
}
function validate175(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.header === undefined) && (missing0 = "header")) || ((data.reason === undefined) && (missing0 = "reason"))){
return fail(validate175, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "header") || (key0 === "reason"))){
return fail(validate175, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.header !== undefined){
const _errs2 = errors;
if(!(validate176(data.header, {instancePath:instancePath+"/header"}))){
vErrors = joined(vErrors, validate176.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data1 = data.reason;
const _errs3 = errors;
if(!(((data1 === "initial") || (data1 === "resume")) || (data1 === "change"))){
return fail(validate175, instancePath+"/reason", "enum", {allowedValues: schema80.properties.reason.enum});
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
return fail(validate175, instancePath, "type", {type: "object"});
}
}
validate175.errors = vErrors;
return errors === 0;
}
function validate173(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate175(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate175.errors);
errors = vErrors.length;
}
}
}
}
validate173.errors = vErrors;
return errors === 0;
}
validate.event11 = validate185;
function validate187(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.provider === undefined) && (missing0 = "provider")) || ((data.model === undefined) && (missing0 = "model"))){
return fail(validate187, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "provider") || (key0 === "model")) || (key0 === "contextWindow"))){
return fail(validate187, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate187, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate187, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.contextWindow !== undefined){
let data2 = data.contextWindow;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate187, instancePath+"/contextWindow", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate187, instancePath+"/contextWindow", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 0 || isNaN(data2)){
return fail(validate187, instancePath+"/contextWindow", "minimum", {comparison: ">=", limit: 0});
}
}
}
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
return fail(validate187, instancePath, "type", {type: "object"});
}
}
validate187.errors = vErrors;
return errors === 0;
}
function validate185(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate187(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate187.errors);
errors = vErrors.length;
}
}
}
}
validate185.errors = vErrors;
return errors === 0;
}
validate.event12 = validate189;
function validate191(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
return fail(validate191, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
else {
return fail(validate191, instancePath, "type", {type: "object"});
}
}
validate191.errors = vErrors;
return errors === 0;
}
function validate189(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate191(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate191.errors);
errors = vErrors.length;
}
}
}
}
validate189.errors = vErrors;
return errors === 0;
}
validate.event13 = validate193;
function validate197(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate197, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate197, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("fallback" !== data.kind){
return fail(validate197, instancePath+"/kind", "const", {allowedValue: "fallback"});
}
}
}
}
}
else {
return fail(validate197, instancePath, "type", {type: "object"});
}
}
validate197.errors = vErrors;
return errors === 0;
}
function validate199(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.provider === undefined) && (missing0 = "provider")) || ((data.model === undefined) && (missing0 = "model"))){
return fail(validate199, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "provider") || (key0 === "model"))){
return fail(validate199, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate199, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
const _errs4 = errors;
if(typeof data.model !== "string"){
return fail(validate199, instancePath+"/model", "type", {type: "string"});
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
return fail(validate199, instancePath, "type", {type: "object"});
}
}
validate199.errors = vErrors;
return errors === 0;
}
function validate198(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.provider === undefined) && (missing0 = "provider"))){
return fail(validate198, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "kind") || (key0 === "provider")) || (key0 === "model"))){
return fail(validate198, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("provider" !== data.kind){
return fail(validate198, instancePath+"/kind", "const", {allowedValue: "provider"});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate198, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
const _errs5 = errors;
if(!(validate199(data.model, {instancePath:instancePath+"/model"}))){
vErrors = joined(vErrors, validate199.errors);
errors = vErrors.length;
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
}
else {
return fail(validate198, instancePath, "type", {type: "object"});
}
}
validate198.errors = vErrors;
return errors === 0;
}
function validate201(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate201, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "kind")){
return fail(validate201, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
if("user" !== data.kind){
return fail(validate201, instancePath+"/kind", "const", {allowedValue: "user"});
}
}
}
}
}
else {
return fail(validate201, instancePath, "type", {type: "object"});
}
}
validate201.errors = vErrors;
return errors === 0;
}
function validate196(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
let data0 = data.kind;
if(!(((data0 === "fallback") || (data0 === "provider")) || (data0 === "user"))){
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
if((data.kind === undefined) && (missing0 = "kind")){
return fail(validate196, instancePath, "required", {missingProperty: missing0});
}
else {
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "fallback"){
if(!(validate197(data, {instancePath}))){
vErrors = joined(vErrors, validate197.errors);
errors = vErrors.length;
}
}
else if(tag0 === "provider"){
if(!(validate198(data, {instancePath}))){
vErrors = joined(vErrors, validate198.errors);
errors = vErrors.length;
}
}
else if(tag0 === "user"){
if(!(validate201(data, {instancePath}))){
vErrors = joined(vErrors, validate201.errors);
errors = vErrors.length;
}
}
else {
return fail(validate196, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0});
}
}
else {
return fail(validate196, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0});
}
}
}
else {
return fail(validate196, instancePath, "type", {type: "object"});
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
validate196.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.kind === undefined) && (missing1 = "kind")){
return fail(validate196, instancePath, "required", {missingProperty: missing1});
}
else {
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
return fail(validate196, instancePath+"/kind", "type", {type: "string"});
}
}
}
}
else {
return fail(validate196, instancePath, "type", {type: "object"});
}
}
validate196.errors = vErrors;
return errors === 0;
}
function validate195(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.title === undefined) && (missing0 = "title")) || ((data.messageSeqs === undefined) && (missing0 = "messageSeqs"))) || ((data.source === undefined) && (missing0 = "source"))){
return fail(validate195, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "title") || (key0 === "messageSeqs")) || (key0 === "source"))){
return fail(validate195, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.title !== undefined){
if(typeof data.title !== "string"){
return fail(validate195, instancePath+"/title", "type", {type: "string"});
}
}
{
if(data.messageSeqs !== undefined){
let data1 = data.messageSeqs;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate195, instancePath+"/messageSeqs/" + i0, "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate195, instancePath+"/messageSeqs/" + i0, "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 0 || isNaN(data2)){
return fail(validate195, instancePath+"/messageSeqs/" + i0, "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate195, instancePath+"/messageSeqs", "type", {type: "array"});
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
const _errs8 = errors;
if(!(validate196(data.source, {instancePath:instancePath+"/source"}))){
vErrors = joined(vErrors, validate196.errors);
errors = vErrors.length;
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
else {
return fail(validate195, instancePath, "type", {type: "object"});
}
}
validate195.errors = vErrors;
return errors === 0;
}
function validate193(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate195(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate195.errors);
errors = vErrors.length;
}
}
}
}
validate193.errors = vErrors;
return errors === 0;
}
validate.event14 = validate207;
const schema97 = {"type":"object","required":["retryId","turn","step","provider","mode","policyKey","retry","delayMs","failure"],"properties":{"retryId":{"type":"string"},"turn":{"type":"integer","minimum":1,"maximum":9007199254740991},"step":{"type":"integer","minimum":1,"maximum":9007199254740991},"provider":{"type":"string"},"mode":{"enum":["normal","always"]},"policyKey":{"type":"string"},"retry":{"type":"integer","minimum":1,"maximum":9007199254740991},"maxRetries":{"type":"integer","minimum":0,"maximum":9007199254740991},"delayMs":{"type":"number","minimum":0},"failure":{"$ref":"#/$defs/LlmFailure"}},"additionalProperties":false};
const func2 = Object.prototype.hasOwnProperty;
function validate209(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.retryId === undefined) && (missing0 = "retryId")) || ((data.turn === undefined) && (missing0 = "turn"))) || ((data.step === undefined) && (missing0 = "step"))) || ((data.provider === undefined) && (missing0 = "provider"))) || ((data.mode === undefined) && (missing0 = "mode"))) || ((data.policyKey === undefined) && (missing0 = "policyKey"))) || ((data.retry === undefined) && (missing0 = "retry"))) || ((data.delayMs === undefined) && (missing0 = "delayMs"))) || ((data.failure === undefined) && (missing0 = "failure"))){
return fail(validate209, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema97.properties, key0))){
return fail(validate209, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.retryId !== undefined){
if(typeof data.retryId !== "string"){
return fail(validate209, instancePath+"/retryId", "type", {type: "string"});
}
}
{
if(data.turn !== undefined){
let data1 = data.turn;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate209, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate209, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate209, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
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
if(data.step !== undefined){
let data2 = data.step;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate209, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate209, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 1 || isNaN(data2)){
return fail(validate209, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate209, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.mode !== undefined){
let data4 = data.mode;
if(!((data4 === "normal") || (data4 === "always"))){
return fail(validate209, instancePath+"/mode", "enum", {allowedValues: schema97.properties.mode.enum});
}
}
{
if(data.policyKey !== undefined){
if(typeof data.policyKey !== "string"){
return fail(validate209, instancePath+"/policyKey", "type", {type: "string"});
}
}
{
if(data.retry !== undefined){
let data6 = data.retry;
const _errs13 = errors;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
return fail(validate209, instancePath+"/retry", "type", {type: "integer"});
}
if(errors === _errs13){
if(typeof data6 == "number"){
if(data6 > 9007199254740991 || isNaN(data6)){
return fail(validate209, instancePath+"/retry", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data6 < 1 || isNaN(data6)){
return fail(validate209, instancePath+"/retry", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.maxRetries !== undefined){
let data7 = data.maxRetries;
const _errs15 = errors;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
return fail(validate209, instancePath+"/maxRetries", "type", {type: "integer"});
}
if(errors === _errs15){
if(typeof data7 == "number"){
if(data7 > 9007199254740991 || isNaN(data7)){
return fail(validate209, instancePath+"/maxRetries", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data7 < 0 || isNaN(data7)){
return fail(validate209, instancePath+"/maxRetries", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.delayMs !== undefined){
let data8 = data.delayMs;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data8 == "number"){
if(data8 < 0 || isNaN(data8)){
return fail(validate209, instancePath+"/delayMs", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate209, instancePath+"/delayMs", "type", {type: "number"});
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failure !== undefined){
const _errs19 = errors;
if(!(validate34(data.failure, {instancePath:instancePath+"/failure"}))){
vErrors = joined(vErrors, validate34.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
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
}
else {
return fail(validate209, instancePath, "type", {type: "object"});
}
}
validate209.errors = vErrors;
return errors === 0;
}
function validate207(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate209(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate209.errors);
errors = vErrors.length;
}
}
}
}
validate207.errors = vErrors;
return errors === 0;
}
validate.event15 = validate212;
function validate214(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.retryId === undefined) && (missing0 = "retryId")) || ((data.turn === undefined) && (missing0 = "turn"))) || ((data.step === undefined) && (missing0 = "step"))) || ((data.retry === undefined) && (missing0 = "retry"))){
return fail(validate214, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "retryId") || (key0 === "turn")) || (key0 === "step")) || (key0 === "retry"))){
return fail(validate214, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.retryId !== undefined){
if(typeof data.retryId !== "string"){
return fail(validate214, instancePath+"/retryId", "type", {type: "string"});
}
}
{
if(data.turn !== undefined){
let data1 = data.turn;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate214, instancePath+"/turn", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate214, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate214, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
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
if(data.step !== undefined){
let data2 = data.step;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate214, instancePath+"/step", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate214, instancePath+"/step", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 1 || isNaN(data2)){
return fail(validate214, instancePath+"/step", "minimum", {comparison: ">=", limit: 1});
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
if(data.retry !== undefined){
let data3 = data.retry;
const _errs8 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate214, instancePath+"/retry", "type", {type: "integer"});
}
if(errors === _errs8){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate214, instancePath+"/retry", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 1 || isNaN(data3)){
return fail(validate214, instancePath+"/retry", "minimum", {comparison: ">=", limit: 1});
}
}
}
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
return fail(validate214, instancePath, "type", {type: "object"});
}
}
validate214.errors = vErrors;
return errors === 0;
}
function validate212(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate214(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate214.errors);
errors = vErrors.length;
}
}
}
}
validate212.errors = vErrors;
return errors === 0;
}
validate.event16 = validate216;
const schema102 = {"type":"object","required":["content","status"],"properties":{"content":{"type":"string"},"status":{"enum":["pending","in_progress","completed"]}},"additionalProperties":false};
function validate219(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.content === undefined) && (missing0 = "content")) || ((data.status === undefined) && (missing0 = "status"))){
return fail(validate219, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "content") || (key0 === "status"))){
return fail(validate219, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.content !== undefined){
if(typeof data.content !== "string"){
return fail(validate219, instancePath+"/content", "type", {type: "string"});
}
}
{
if(data.status !== undefined){
let data1 = data.status;
const _errs4 = errors;
if(!(((data1 === "pending") || (data1 === "in_progress")) || (data1 === "completed"))){
return fail(validate219, instancePath+"/status", "enum", {allowedValues: schema102.properties.status.enum});
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
return fail(validate219, instancePath, "type", {type: "object"});
}
}
validate219.errors = vErrors;
return errors === 0;
}
function validate218(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.todos === undefined) && (missing0 = "todos")){
return fail(validate218, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "todos")){
return fail(validate218, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.todos !== undefined){
let data0 = data.todos;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(!(validate219(data0[i0], {instancePath:instancePath+"/todos/" + i0}))){
vErrors = joined(vErrors, validate219.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate218, instancePath+"/todos", "type", {type: "array"});
}
}
}
}
}
}
else {
return fail(validate218, instancePath, "type", {type: "object"});
}
}
validate218.errors = vErrors;
return errors === 0;
}
function validate216(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate218(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate218.errors);
errors = vErrors.length;
}
}
}
}
validate216.errors = vErrors;
return errors === 0;
}
validate.event17 = validate222;
const schema104 = {"type":"object","required":["version","mode","provider"],"properties":{"version":{"const":2},"mode":{"enum":["one-shot","continuable"]},"provider":{"type":"string"},"label":{"type":"string"},"agentProvider":{"type":"string"},"agentModel":{"type":"string"},"persona":{"type":"string"},"toolFilter":{"$ref":"#/$defs/SubagentToolFilter"}},"additionalProperties":false};
function validate225(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "allow") || (key0 === "deny"))){
return fail(validate225, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.allow !== undefined){
let data0 = data.allow;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(typeof data0[i0] !== "string"){
return fail(validate225, instancePath+"/allow/" + i0, "type", {type: "string"});
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate225, instancePath+"/allow", "type", {type: "array"});
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.deny !== undefined){
let data2 = data.deny;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data2)){
var valid2 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs8 = errors;
if(typeof data2[i1] !== "string"){
return fail(validate225, instancePath+"/deny/" + i1, "type", {type: "string"});
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
else {
return fail(validate225, instancePath+"/deny", "type", {type: "array"});
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
return fail(validate225, instancePath, "type", {type: "object"});
}
}
validate225.errors = vErrors;
return errors === 0;
}
function validate224(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.version === undefined) && (missing0 = "version")) || ((data.mode === undefined) && (missing0 = "mode"))) || ((data.provider === undefined) && (missing0 = "provider"))){
return fail(validate224, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "version") || (key0 === "mode")) || (key0 === "provider")) || (key0 === "label")) || (key0 === "agentProvider")) || (key0 === "agentModel")) || (key0 === "persona")) || (key0 === "toolFilter"))){
return fail(validate224, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.version !== undefined){
if(2 !== data.version){
return fail(validate224, instancePath+"/version", "const", {allowedValue: 2});
}
}
{
if(data.mode !== undefined){
let data1 = data.mode;
if(!((data1 === "one-shot") || (data1 === "continuable"))){
return fail(validate224, instancePath+"/mode", "enum", {allowedValues: schema104.properties.mode.enum});
}
}
{
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate224, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.label !== undefined){
if(typeof data.label !== "string"){
return fail(validate224, instancePath+"/label", "type", {type: "string"});
}
}
{
if(data.agentProvider !== undefined){
if(typeof data.agentProvider !== "string"){
return fail(validate224, instancePath+"/agentProvider", "type", {type: "string"});
}
}
{
if(data.agentModel !== undefined){
if(typeof data.agentModel !== "string"){
return fail(validate224, instancePath+"/agentModel", "type", {type: "string"});
}
}
{
if(data.persona !== undefined){
if(typeof data.persona !== "string"){
return fail(validate224, instancePath+"/persona", "type", {type: "string"});
}
}
{
if(data.toolFilter !== undefined){
const _errs14 = errors;
if(!(validate225(data.toolFilter, {instancePath:instancePath+"/toolFilter"}))){
vErrors = joined(vErrors, validate225.errors);
errors = vErrors.length;
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
}
}
}
else {
return fail(validate224, instancePath, "type", {type: "object"});
}
}
validate224.errors = vErrors;
return errors === 0;
}
function validate222(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate224(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate224.errors);
errors = vErrors.length;
}
}
}
}
validate222.errors = vErrors;
return errors === 0;
}
validate.event18 = validate228;
const schema107 = {"type":"object","required":["compactionId","turn"],"properties":{"compactionId":{"type":"string"},"turn":{"type":["integer","null"],"minimum":1,"maximum":9007199254740991},"sourceCommandId":{"type":"string"}},"additionalProperties":false};
function validate230(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.compactionId === undefined) && (missing0 = "compactionId")) || ((data.turn === undefined) && (missing0 = "turn"))){
return fail(validate230, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "compactionId") || (key0 === "turn")) || (key0 === "sourceCommandId"))){
return fail(validate230, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.compactionId !== undefined){
if(typeof data.compactionId !== "string"){
return fail(validate230, instancePath+"/compactionId", "type", {type: "string"});
}
}
{
if(data.turn !== undefined){
let data1 = data.turn;
const _errs4 = errors;
if((!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))) && (data1 !== null)){
return fail(validate230, instancePath+"/turn", "type", {type: schema107.properties.turn.type});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate230, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate230, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
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
if(data.sourceCommandId !== undefined){
const _errs6 = errors;
if(typeof data.sourceCommandId !== "string"){
return fail(validate230, instancePath+"/sourceCommandId", "type", {type: "string"});
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
return fail(validate230, instancePath, "type", {type: "object"});
}
}
validate230.errors = vErrors;
return errors === 0;
}
function validate228(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate230(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate230.errors);
errors = vErrors.length;
}
}
}
}
validate228.errors = vErrors;
return errors === 0;
}
validate.event19 = validate232;
const schema109 = {"type":"object","required":["compactionId","summary","shadowedRange","shadowedSeqs","shadowedTokenCount","provider","model"],"properties":{"compactionId":{"type":"string"},"summary":{"type":"array","items":{"$ref":"#/$defs/ContentBlock"}},"rawOutput":{"type":"array","items":{"$ref":"#/$defs/ContentBlock"}},"llmStreamCall":{"const":true},"shadowedRange":{"$ref":"#/$defs/SeqRange"},"shadowedSeqs":{"type":"array","items":{"type":"integer","minimum":0,"maximum":9007199254740991}},"shadowedTokenCount":{"type":"number","minimum":0},"provider":{"type":"string"},"model":{"type":"string"},"maxTokens":{"type":"integer","minimum":1,"maximum":9007199254740991},"usage":{"$ref":"#/$defs/TokenUsage"},"sourceCommandId":{"type":"string"}},"additionalProperties":false};
function validate237(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.start === undefined) && (missing0 = "start")) || ((data.end === undefined) && (missing0 = "end"))){
return fail(validate237, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "start") || (key0 === "end"))){
return fail(validate237, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.start !== undefined){
let data0 = data.start;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
return fail(validate237, instancePath+"/start", "type", {type: "integer"});
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 9007199254740991 || isNaN(data0)){
return fail(validate237, instancePath+"/start", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data0 < 0 || isNaN(data0)){
return fail(validate237, instancePath+"/start", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.end !== undefined){
let data1 = data.end;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate237, instancePath+"/end", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate237, instancePath+"/end", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate237, instancePath+"/end", "minimum", {comparison: ">=", limit: 0});
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
return fail(validate237, instancePath, "type", {type: "object"});
}
}
validate237.errors = vErrors;
return errors === 0;
}
function validate234(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.compactionId === undefined) && (missing0 = "compactionId")) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.shadowedRange === undefined) && (missing0 = "shadowedRange"))) || ((data.shadowedSeqs === undefined) && (missing0 = "shadowedSeqs"))) || ((data.shadowedTokenCount === undefined) && (missing0 = "shadowedTokenCount"))) || ((data.provider === undefined) && (missing0 = "provider"))) || ((data.model === undefined) && (missing0 = "model"))){
return fail(validate234, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema109.properties, key0))){
return fail(validate234, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.compactionId !== undefined){
if(typeof data.compactionId !== "string"){
return fail(validate234, instancePath+"/compactionId", "type", {type: "string"});
}
}
{
if(data.summary !== undefined){
let data1 = data.summary;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate73(data1[i0], {instancePath:instancePath+"/summary/" + i0}))){
vErrors = joined(vErrors, validate73.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate234, instancePath+"/summary", "type", {type: "array"});
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rawOutput !== undefined){
let data3 = data.rawOutput;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid2 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
const _errs9 = errors;
if(!(validate73(data3[i1], {instancePath:instancePath+"/rawOutput/" + i1}))){
vErrors = joined(vErrors, validate73.errors);
errors = vErrors.length;
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
return fail(validate234, instancePath+"/rawOutput", "type", {type: "array"});
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.llmStreamCall !== undefined){
if(true !== data.llmStreamCall){
return fail(validate234, instancePath+"/llmStreamCall", "const", {allowedValue: true});
}
}
{
if(data.shadowedRange !== undefined){
const _errs11 = errors;
if(!(validate237(data.shadowedRange, {instancePath:instancePath+"/shadowedRange"}))){
vErrors = joined(vErrors, validate237.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shadowedSeqs !== undefined){
let data7 = data.shadowedSeqs;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data7)){
var valid3 = true;
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
let data8 = data7[i2];
const _errs14 = errors;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
return fail(validate234, instancePath+"/shadowedSeqs/" + i2, "type", {type: "integer"});
}
if(errors === _errs14){
if(typeof data8 == "number"){
if(data8 > 9007199254740991 || isNaN(data8)){
return fail(validate234, instancePath+"/shadowedSeqs/" + i2, "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data8 < 0 || isNaN(data8)){
return fail(validate234, instancePath+"/shadowedSeqs/" + i2, "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid3 = _errs14 === errors;
if(!valid3){
break;
}
}
}
else {
return fail(validate234, instancePath+"/shadowedSeqs", "type", {type: "array"});
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shadowedTokenCount !== undefined){
let data9 = data.shadowedTokenCount;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data9 == "number"){
if(data9 < 0 || isNaN(data9)){
return fail(validate234, instancePath+"/shadowedTokenCount", "minimum", {comparison: ">=", limit: 0});
}
}
else {
return fail(validate234, instancePath+"/shadowedTokenCount", "type", {type: "number"});
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate234, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate234, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.maxTokens !== undefined){
let data12 = data.maxTokens;
const _errs22 = errors;
if(!((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12)))){
return fail(validate234, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs22){
if(typeof data12 == "number"){
if(data12 > 9007199254740991 || isNaN(data12)){
return fail(validate234, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data12 < 1 || isNaN(data12)){
return fail(validate234, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
}
}
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.usage !== undefined){
const _errs24 = errors;
if(!(validate122(data.usage, {instancePath:instancePath+"/usage"}))){
vErrors = joined(vErrors, validate122.errors);
errors = vErrors.length;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sourceCommandId !== undefined){
const _errs25 = errors;
if(typeof data.sourceCommandId !== "string"){
return fail(validate234, instancePath+"/sourceCommandId", "type", {type: "string"});
}
var valid0 = _errs25 === errors;
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
}
}
}
else {
return fail(validate234, instancePath, "type", {type: "object"});
}
}
validate234.errors = vErrors;
return errors === 0;
}
function validate232(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate234(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate234.errors);
errors = vErrors.length;
}
}
}
}
validate232.errors = vErrors;
return errors === 0;
}
validate.event20 = validate241;
const schema112 = {"type":"object","required":["compactionId","turn"],"properties":{"compactionId":{"type":"string"},"turn":{"type":["integer","null"],"minimum":1,"maximum":9007199254740991},"error":{"type":"string"},"sourceCommandId":{"type":"string"}},"additionalProperties":false};
function validate243(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.compactionId === undefined) && (missing0 = "compactionId")) || ((data.turn === undefined) && (missing0 = "turn"))){
return fail(validate243, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "compactionId") || (key0 === "turn")) || (key0 === "error")) || (key0 === "sourceCommandId"))){
return fail(validate243, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.compactionId !== undefined){
if(typeof data.compactionId !== "string"){
return fail(validate243, instancePath+"/compactionId", "type", {type: "string"});
}
}
{
if(data.turn !== undefined){
let data1 = data.turn;
const _errs4 = errors;
if((!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))) && (data1 !== null)){
return fail(validate243, instancePath+"/turn", "type", {type: schema112.properties.turn.type});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate243, instancePath+"/turn", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 1 || isNaN(data1)){
return fail(validate243, instancePath+"/turn", "minimum", {comparison: ">=", limit: 1});
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
if(data.error !== undefined){
if(typeof data.error !== "string"){
return fail(validate243, instancePath+"/error", "type", {type: "string"});
}
}
{
if(data.sourceCommandId !== undefined){
const _errs8 = errors;
if(typeof data.sourceCommandId !== "string"){
return fail(validate243, instancePath+"/sourceCommandId", "type", {type: "string"});
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
return fail(validate243, instancePath, "type", {type: "object"});
}
}
validate243.errors = vErrors;
return errors === 0;
}
function validate241(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate243(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate243.errors);
errors = vErrors.length;
}
}
}
}
validate241.errors = vErrors;
return errors === 0;
}
validate.event21 = validate245;
function validate247(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "provider") || (key0 === "model")) || (key0 === "maxTokens")) || (key0 === "systemPrompt")) || (key0 === "title")) || (key0 === "metadata"))){
return fail(validate247, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
return fail(validate247, instancePath+"/provider", "type", {type: "string"});
}
}
{
if(data.model !== undefined){
if(typeof data.model !== "string"){
return fail(validate247, instancePath+"/model", "type", {type: "string"});
}
}
{
if(data.maxTokens !== undefined){
let data2 = data.maxTokens;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate247, instancePath+"/maxTokens", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 9007199254740991 || isNaN(data2)){
return fail(validate247, instancePath+"/maxTokens", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data2 < 1 || isNaN(data2)){
return fail(validate247, instancePath+"/maxTokens", "minimum", {comparison: ">=", limit: 1});
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
if(data.systemPrompt !== undefined){
if(typeof data.systemPrompt !== "string"){
return fail(validate247, instancePath+"/systemPrompt", "type", {type: "string"});
}
}
{
if(data.title !== undefined){
if(typeof data.title !== "string"){
return fail(validate247, instancePath+"/title", "type", {type: "string"});
}
}
{
if(data.metadata !== undefined){
let data5 = data.metadata;
const _errs12 = errors;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
return fail(validate247, instancePath+"/metadata", "type", {type: "object"});
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
else {
return fail(validate247, instancePath, "type", {type: "object"});
}
}
validate247.errors = vErrors;
return errors === 0;
}
function validate245(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate247(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate247.errors);
errors = vErrors.length;
}
}
}
}
validate245.errors = vErrors;
return errors === 0;
}
validate.event22 = validate249;
function validate251(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.id === undefined) && (missing0 = "id")) || ((data.toolName === undefined) && (missing0 = "toolName"))){
return fail(validate251, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "toolName")) || (key0 === "callId")) || (key0 === "reason"))){
return fail(validate251, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate251, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.toolName !== undefined){
if(typeof data.toolName !== "string"){
return fail(validate251, instancePath+"/toolName", "type", {type: "string"});
}
}
{
if(data.callId !== undefined){
if(typeof data.callId !== "string"){
return fail(validate251, instancePath+"/callId", "type", {type: "string"});
}
}
{
if(data.reason !== undefined){
const _errs8 = errors;
if(typeof data.reason !== "string"){
return fail(validate251, instancePath+"/reason", "type", {type: "string"});
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
return fail(validate251, instancePath, "type", {type: "object"});
}
}
validate251.errors = vErrors;
return errors === 0;
}
function validate249(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate251(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate251.errors);
errors = vErrors.length;
}
}
}
}
validate249.errors = vErrors;
return errors === 0;
}
validate.event23 = validate253;
function validate255(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.id === undefined) && (missing0 = "id")) || ((data.outcome === undefined) && (missing0 = "outcome"))){
return fail(validate255, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "id") || (key0 === "outcome")) || (key0 === "reason"))){
return fail(validate255, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate255, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.outcome !== undefined){
if(typeof data.outcome !== "string"){
return fail(validate255, instancePath+"/outcome", "type", {type: "string"});
}
}
{
if(data.reason !== undefined){
const _errs6 = errors;
if(typeof data.reason !== "string"){
return fail(validate255, instancePath+"/reason", "type", {type: "string"});
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
return fail(validate255, instancePath, "type", {type: "object"});
}
}
validate255.errors = vErrors;
return errors === 0;
}
function validate253(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
if(!(validate255(data.data, {instancePath:instancePath+"/data"}))){
vErrors = joined(vErrors, validate255.errors);
errors = vErrors.length;
}
}
}
}
validate253.errors = vErrors;
return errors === 0;
}
validate.pluginEvent = validate257;
function validate257(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!(validate23(data, {instancePath}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data !== undefined){
let data0 = data.data;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
return fail(validate257, instancePath+"/data", "type", {type: "object"});
}
}
}
}
validate257.errors = vErrors;
return errors === 0;
}
validate.otherEvent = validate259;
function validate259(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.seq === undefined) && (missing0 = "seq"))) || ((data.time === undefined) && (missing0 = "time"))) || ((data.data === undefined) && (missing0 = "data"))){
return fail(validate259, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "type") || (key0 === "seq")) || (key0 === "time")) || (key0 === "data")) || (key0 === "ignorable")) || (key0 === "sourceEventSeqs")) || (key0 === "surfaceOp"))){
return fail(validate259, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if(typeof data.type !== "string"){
return fail(validate259, instancePath+"/type", "type", {type: "string"});
}
}
{
if(data.seq !== undefined){
let data1 = data.seq;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
return fail(validate259, instancePath+"/seq", "type", {type: "integer"});
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
return fail(validate259, instancePath+"/seq", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data1 < 0 || isNaN(data1)){
return fail(validate259, instancePath+"/seq", "minimum", {comparison: ">=", limit: 0});
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
if(data.time !== undefined){
let data2 = data.time;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return fail(validate259, instancePath+"/time", "type", {type: "integer"});
}
}
{
if(data.ignorable !== undefined){
if(true !== data.ignorable){
return fail(validate259, instancePath+"/ignorable", "const", {allowedValue: true});
}
}
{
if(data.sourceEventSeqs !== undefined){
let data4 = data.sourceEventSeqs;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
return fail(validate259, instancePath+"/sourceEventSeqs/" + i0, "type", {type: "integer"});
}
if(errors === _errs11){
if(typeof data5 == "number"){
if(data5 > 9007199254740991 || isNaN(data5)){
return fail(validate259, instancePath+"/sourceEventSeqs/" + i0, "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data5 < 0 || isNaN(data5)){
return fail(validate259, instancePath+"/sourceEventSeqs/" + i0, "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
}
else {
return fail(validate259, instancePath+"/sourceEventSeqs", "type", {type: "array"});
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.surfaceOp !== undefined){
const _errs13 = errors;
if(!(validate105(data.surfaceOp, {instancePath:instancePath+"/surfaceOp"}))){
vErrors = joined(vErrors, validate105.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
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
return fail(validate259, instancePath, "type", {type: "object"});
}
}
validate259.errors = vErrors;
return errors === 0;
}
validate.header = validate261;
const schema121 = {"type":"object","required":["type","version","id","createdAt"],"properties":{"type":{"const":"session"},"version":{"const":0},"id":{"type":"string"},"createdAt":{"type":"integer","minimum":0,"maximum":9007199254740991},"cwd":{"type":"string"},"parentSession":{"type":"string"},"seedLength":{"type":"integer","minimum":0,"maximum":9007199254740991},"origin":{"const":"subagent"},"delegationDepth":{"type":"integer","minimum":0,"maximum":9007199254740991},"agentPreset":{"type":"string"}},"additionalProperties":false};
function validate261(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.version === undefined) && (missing0 = "version"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.createdAt === undefined) && (missing0 = "createdAt"))){
return fail(validate261, instancePath, "required", {missingProperty: missing0});
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema121.properties, key0))){
return fail(validate261, instancePath, "additionalProperties", {additionalProperty: key0});
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
if("session" !== data.type){
return fail(validate261, instancePath+"/type", "const", {allowedValue: "session"});
}
}
{
if(data.version !== undefined){
if(0 !== data.version){
return fail(validate261, instancePath+"/version", "const", {allowedValue: 0});
}
}
{
if(data.id !== undefined){
if(typeof data.id !== "string"){
return fail(validate261, instancePath+"/id", "type", {type: "string"});
}
}
{
if(data.createdAt !== undefined){
let data3 = data.createdAt;
const _errs6 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
return fail(validate261, instancePath+"/createdAt", "type", {type: "integer"});
}
if(errors === _errs6){
if(typeof data3 == "number"){
if(data3 > 9007199254740991 || isNaN(data3)){
return fail(validate261, instancePath+"/createdAt", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data3 < 0 || isNaN(data3)){
return fail(validate261, instancePath+"/createdAt", "minimum", {comparison: ">=", limit: 0});
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
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
return fail(validate261, instancePath+"/cwd", "type", {type: "string"});
}
}
{
if(data.parentSession !== undefined){
if(typeof data.parentSession !== "string"){
return fail(validate261, instancePath+"/parentSession", "type", {type: "string"});
}
}
{
if(data.seedLength !== undefined){
let data6 = data.seedLength;
const _errs12 = errors;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
return fail(validate261, instancePath+"/seedLength", "type", {type: "integer"});
}
if(errors === _errs12){
if(typeof data6 == "number"){
if(data6 > 9007199254740991 || isNaN(data6)){
return fail(validate261, instancePath+"/seedLength", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data6 < 0 || isNaN(data6)){
return fail(validate261, instancePath+"/seedLength", "minimum", {comparison: ">=", limit: 0});
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
if(data.origin !== undefined){
if("subagent" !== data.origin){
return fail(validate261, instancePath+"/origin", "const", {allowedValue: "subagent"});
}
}
{
if(data.delegationDepth !== undefined){
let data8 = data.delegationDepth;
const _errs15 = errors;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
return fail(validate261, instancePath+"/delegationDepth", "type", {type: "integer"});
}
if(errors === _errs15){
if(typeof data8 == "number"){
if(data8 > 9007199254740991 || isNaN(data8)){
return fail(validate261, instancePath+"/delegationDepth", "maximum", {comparison: "<=", limit: 9007199254740991});
}
else {
if(data8 < 0 || isNaN(data8)){
return fail(validate261, instancePath+"/delegationDepth", "minimum", {comparison: ">=", limit: 0});
}
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.agentPreset !== undefined){
const _errs17 = errors;
if(typeof data.agentPreset !== "string"){
return fail(validate261, instancePath+"/agentPreset", "type", {type: "string"});
}
var valid0 = _errs17 === errors;
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
}
else {
return fail(validate261, instancePath, "type", {type: "object"});
}
}
validate261.errors = vErrors;
return errors === 0;
}
export const events = new Map([
  ["turn/start", validate.event0],
  ["turn/end", validate.event1],
  ["step/start", validate.event2],
  ["step/end", validate.event3],
  ["agent/inbox/spliced", validate.event4],
  ["user/message", validate.event5],
  ["assistant/chunk", validate.event6],
  ["assistant/message", validate.event7],
  ["tool/call", validate.event8],
  ["tool/result", validate.event9],
  ["request/header", validate.event10],
  ["request/context", validate.event11],
  ["session/end-seed", validate.event12],
  ["session/title", validate.event13],
  ["llm/retry", validate.event14],
  ["llm/retry-started", validate.event15],
  ["todo/write", validate.event16],
  ["subagent/descriptor", validate.event17],
  ["compaction/start", validate.event18],
  ["compaction/summary", validate.event19],
  ["compaction/end", validate.event20],
  ["session/updated", validate.event21],
  ["approval/asked", validate.event22],
  ["approval/decided", validate.event23],
  ["compaction/prune", validate.pluginEvent],
  ["tool/code-dispatch-start", validate.pluginEvent],
  ["tool/code-dispatch", validate.pluginEvent],
  ["command/run", validate.pluginEvent],
  ["command/done", validate.pluginEvent],
  ["approval/policy", validate.pluginEvent],
  ["sandbox/mode", validate.pluginEvent],
  ["permission/preset", validate.pluginEvent],
  ["plan/mode", validate.pluginEvent],
  ["hook/invoked", validate.pluginEvent],
  ["hook/result", validate.pluginEvent],
  ["goal/change", validate.pluginEvent],
  ["schedule/change", validate.pluginEvent],
  ["agent-preset/selected", validate.pluginEvent],
  ["feedback/record", validate.pluginEvent],
  ["session/title-llm-request", validate.pluginEvent],
  ["web/deepseek-search-llm-request", validate.pluginEvent],
]);
export const otherEvent = validate.otherEvent;
export const header = validate.header;
