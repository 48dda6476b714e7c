/** Policy statements that let a service use a key on behalf of a caller. */

import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";

/** Lets DynamoDB use a table's key with the caller's permissions. The caller itself can do nothing with the key. */
export function throughDynamo(sid: string, key: Key, access: "read" | "write"): PolicyStatement {
  const write = ["kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"];
  return through(sid, key, "dynamodb", ["kms:Decrypt", "kms:DescribeKey", ...(access === "write" ? write : [])]);
}

/** The same for objects: S3 requests a data key to write an object and decrypts it to read one. */
export function throughS3(sid: string, key: Key): PolicyStatement {
  return through(sid, key, "s3", ["kms:Decrypt", "kms:GenerateDataKey"]);
}

function through(sid: string, key: Key, service: string, actions: string[]): PolicyStatement {
  const { region, urlSuffix } = Stack.of(key);
  const conditions = { StringEquals: { "kms:ViaService": `${service}.${region}.${urlSuffix}` } };
  return new PolicyStatement({ sid, actions, resources: [key.keyArn], conditions });
}
