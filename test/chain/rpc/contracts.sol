// SPDX-License-Identifier: MIT
// The two contracts that the bot calls, as small as they can be: a collateral, and conditional tokens that are split, merged and paid out.
pragma solidity ^0.8.20;

contract Collateral {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  function mint(address to, uint256 amount) external {
    balanceOf[to] += amount;
  }

  function approve(address spender, uint256 amount) external returns (bool) {
    allowance[msg.sender][spender] = amount;
    return true;
  }

  function transfer(address to, uint256 amount) external returns (bool) {
    balanceOf[msg.sender] -= amount;
    balanceOf[to] += amount;
    return true;
  }

  function transferFrom(address from, address to, uint256 amount) external returns (bool) {
    allowance[from][msg.sender] -= amount;
    balanceOf[from] -= amount;
    balanceOf[to] += amount;
    return true;
  }
}

contract ConditionalTokens {
  mapping(bytes32 => uint256[2]) public payouts;
  mapping(address => mapping(bytes32 => uint256[2])) public held;

  function report(bytes32 conditionId, uint256 yes, uint256 no) external {
    payouts[conditionId] = [yes, no];
  }

  function heldOf(address owner, bytes32 conditionId) external view returns (uint256, uint256) {
    return (held[owner][conditionId][0], held[owner][conditionId][1]);
  }

  function splitPosition(Collateral collateral, bytes32, bytes32 conditionId, uint256[] calldata, uint256 amount) external {
    require(collateral.transferFrom(msg.sender, address(this), amount));
    held[msg.sender][conditionId][0] += amount;
    held[msg.sender][conditionId][1] += amount;
  }

  function mergePositions(Collateral collateral, bytes32, bytes32 conditionId, uint256[] calldata, uint256 amount) external {
    held[msg.sender][conditionId][0] -= amount;
    held[msg.sender][conditionId][1] -= amount;
    require(collateral.transfer(msg.sender, amount));
  }

  function redeemPositions(Collateral collateral, bytes32, bytes32 conditionId, uint256[] calldata) external {
    uint256[2] memory paid = payouts[conditionId];
    require(paid[0] + paid[1] > 0, "result for condition not received yet");
    uint256[2] memory tokens = held[msg.sender][conditionId];
    delete held[msg.sender][conditionId];
    require(collateral.transfer(msg.sender, (tokens[0] * paid[0] + tokens[1] * paid[1]) / (paid[0] + paid[1])));
  }
}
